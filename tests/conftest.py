"""What every test is run with."""

from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, not of the table.
settings.register_profile("table", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("table")
