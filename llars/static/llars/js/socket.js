// The events of a session or a scenario over the WebSocket: asked for again after every loss, with what was missed.

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30000;
const ANSWERS = { "judge:join_session": "judge:joined", "scenario:subscribe": "scenario:subscribed" };

export class LiveSocket {
  /**
   * @param {string} path of the WebSocket
   * @param {{type: string, session_id?: number, scenario_id?: number}} request what to be told of
   * @param {(event: object) => void} onEvent
   */
  constructor(path, request, onEvent) {
    this.url = new URL(path, window.location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.request = request;
    this.address = "session_id" in request ? "session_id" : "scenario_id";
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
      socket.send(JSON.stringify({ ...this.request, ...since }));
    });
    socket.addEventListener("message", (message) => this.take(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      this.joined = false;
      window.setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    });
  }

  take(event) {
    if (event.type === ANSWERS[this.request.type]) {
      this.joined = true;
      this.pause = FIRST_PAUSE_MS;
    }
    // A scenario's subscribers are told of its sessions too, whose numbers are others.
    const isOwn = event[this.address] === this.request[this.address];
    if (isOwn && typeof event.seq === "number") this.seq = event.seq;
    this.onEvent(event);
  }
}
