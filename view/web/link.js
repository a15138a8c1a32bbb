// link.js - the connection to the program: messages go as JSON, looks come as bytes (view/pack.h of the program).

const types = { u16: Uint16Array, i16: Int16Array, u32: Uint32Array };

// A look: its head, and the columns as arrays over the bytes that came.
export function unpack(buffer) {
  const view = new DataView(buffer);
  const length = view.getUint32(4, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  head.column = {};
  for (const column of head.columns)
    head.column[column.name] = new types[column.type](buffer, 8 + length + column.offset, column.rows * column.width);
  return head;
}

export class Link {
  // `hear` gets every message; `lost` is called when the connection ends, with whether it ever was there.
  constructor(hear, lost) {
    const address = new URL("socket", location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    let there = false;
    this.opened = new Promise((done) => {
      this.socket.onopen = () => {
        there = true;
        done();
      };
    });
    this.socket.onmessage = (event) => hear(typeof event.data === "string" ? JSON.parse(event.data) : unpack(event.data));
    this.socket.onclose = () => lost(there);
  }

  ask(word, members = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: word, ...members }));
  }
}
