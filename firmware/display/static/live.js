// The stream of states, and whether it is alive.
//
// Decides what is the present state and when there is none: a state that nobody has vouched for within `SILENCE_MS` is
// stale, and so is one that says so itself. It must never know what a state means.

const SILENCE_MS = 2500; // the server says something every second
const AGAIN_MS = 500;

/**
 * Follow the stream at `url`. `draw` is called with each state, and with {stale: true, ...} once it is no longer alive.
 * `refused`, if given, is called when the server answers with something else than a stream.
 * Returns a function that ends it.
 */
export function follow(url, draw, refused = () => {}) {
  let source, watch, again;
  let last = null;
  let alive = false;

  function open() {
    source?.close();
    source = new EventSource(url);
    source.addEventListener("state", (event) => heard(JSON.parse(event.data)));
    source.addEventListener("beat", () => heard(null));
    source.addEventListener("error", () => {
      // A browser by itself waits for some seconds where it has never been answered, and for ever after a refusal.
      const answered = source.readyState === EventSource.CLOSED;
      source.close();
      clearTimeout(again);
      again = setTimeout(open, AGAIN_MS);
      if (answered) {
        refused();
      }
    });
  }

  function heard(state) {
    wait();
    if (state || !alive) {
      last = state ?? last;
      alive = last !== null;
      if (alive) {
        draw(last);
      }
    }
  }

  function wait() {
    clearTimeout(watch);
    watch = setTimeout(silence, SILENCE_MS);
  }

  function silence() {
    alive = false;
    draw({ ...last, stale: true });
    open(); // a line that is silent may be dead without saying so
    wait();
  }

  // A page that was left may be kept as it was, stream and all, and a browser has six lines to one server; who comes back
  // to it must not see what was.
  const gone = new AbortController();
  addEventListener("pagehide", () => source.close(), { signal: gone.signal });
  addEventListener("pageshow", ({ persisted }) => persisted && silence(), { signal: gone.signal });
  open();
  wait();
  return () => {
    gone.abort();
    clearTimeout(watch);
    clearTimeout(again);
    source.close();
  };
}
