// A session's events over the WebSocket: joined again after every loss, with what was missed.

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;

export class SessionSocket {
  /**
   * @param {string} path of the WebSocket
   * @param {number} sessionId
   * @param {(event: object) => void} onEvent
   */
  constructor(path, sessionId, onEvent) {
    this.url = new URL(path, window.location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.sessionId = sessionId;
    this.onEvent = onEvent;
    this.seq = null;
    this.pause = FIRST_PAUSE_MS;
    this.joined = false;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.url);
    socket.addEventListener("open", () => {
      const since = this.seq === null ? {} : { since: this.seq };
      socket.send(JSON.stringify({ type: "judge:join_session", session_id: this.sessionId, ...since }));
    });
    socket.addEventListener("message", (message) => this.take(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      this.joined = false;
      window.setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    });
  }

  take(event) {
    if (event.type === "judge:joined") {
      this.joined = true;
      this.pause = FIRST_PAUSE_MS;
    }
    if (typeof event.seq === "number") this.seq = event.seq;
    this.onEvent(event);
  }
}
