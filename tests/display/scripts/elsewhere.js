// What a page of another site would send in the name of whoever is signed in.
const [address, done] = arguments;
const body = JSON.stringify({ decision: "reshuffle", hold: null });
fetch(address, { method: "POST", mode: "no-cors", credentials: "include", body })
  .then(() => done("sent"), () => done("kept back"));
