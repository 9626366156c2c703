/** Bytes over a bare connection, for what no HTTP client would send. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** An answer as it stands on the wire. */
export interface BareAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection that is at hand. */
export interface Conversation {
  readonly socket: Socket;
  /** Everything that came so far. */
  readonly heard: () => string;
  /** Everything that came, once the other side has ended the connection. */
  readonly end: () => Promise<string>;
}

/** Connects to an origin such as http://127.0.0.1:8600, from one of the addresses of this machine. */
export async function converse(origin: string, from = "127.0.0.1"): Promise<Conversation> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  // A reset is an end as well; what came before it counts.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return { socket, heard: () => text, end: async () => closed.then(() => text) };
}

/** Sends text and gives all that comes until the other side ends the connection. */
export async function say(origin: string, text: string | Buffer): Promise<string> {
  const { socket, end } = await converse(origin);
  socket.write(text);
  return end();
}

/** The answers in what was heard; their bodies have lengths. */
export function answersIn(text: string): readonly BareAnswer[] {
  const answers: BareAnswer[] = [];
  for (let rest = text; rest !== "";) {
    const [head = ""] = rest.split("\r\n\r\n", 1);
    const [line = "", ...lines] = head.split("\r\n");
    const headers = Object.fromEntries(
      lines.map((one) => [
        one.slice(0, one.indexOf(":")).toLowerCase(),
        one.slice(one.indexOf(":") + 1).trim(),
      ]),
    );
    const from = head.length + 4;
    const to = from + Number(headers["content-length"] ?? 0);
    answers.push({ status: Number(line.split(" ")[1]), headers, body: rest.slice(from, to) });
    rest = rest.slice(to);
  }
  return answers;
}
