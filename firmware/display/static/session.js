// Who is signed in, and what is asked in their name.
//
// Decides nothing: the server knows who somebody is and what they may do. The token that goes with every request is kept
// here and nowhere else; the session itself is in a cookie that no page can read.

let token = "";

/** The person who is signed in ({actor, role}); null: nobody is; undefined: no answer came. */
export async function whoIsThere() {
  const answer = await asked("GET", "session");
  if (answer.ok) {
    token = answer.csrf;
    return answer;
  }
  return answer.code === "session" ? null : undefined;
}

/** Sign in. Returns the server's answer; {ok: false, code, error} if it refuses. */
export async function begin(actor, pin) {
  const answer = await asked("POST", "session", { actor, pin });
  token = answer.ok ? answer.csrf : "";
  return answer;
}

/** Sign out. Returns the server's answer; who is not signed in any more is signed out, too. */
export async function end() {
  const answer = await asked("DELETE", "session");
  return answer.code === "session" ? { ok: true } : answer;
}

/** Send a decision. Returns the server's answer. */
export const decide = (decision) => asked("POST", "decide", decision);

/** Take note of the faults so far. Returns the server's answer. */
export const acknowledge = () => asked("POST", "acknowledge", {});

async function asked(method, what, body) {
  const headers = { "X-CSRF-Token": token, ...(body ? { "Content-Type": "application/json" } : {}) };
  try {
    const answer = await fetch(`/console/${what}`, { method, headers, body: body && JSON.stringify(body) });
    const said = await answer.json();
    return { ...said, ok: said.ok === true };
  } catch {
    return { ok: false, code: "no_answer", error: "" };
  }
}
