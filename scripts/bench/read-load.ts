/**
 * The load of the bench of reads, in a process of its own: so many connections, each of which sends the
 * next request as soon as its answer is there, evenly of all that a file names. The requests are written once, and of
 * the answers only as much is read as tells where they end: a client that costs more than a server would measure itself.
 *
 *   node read-load.ts '{"url":…,"requests":"file.json","headers":{…},"connections":32,"ms":3000,"status":200}'
 *
 * Prints `{"answers":…,"seconds":…}`.
 */
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

/** A request; `etag` is of what the client has. */
export interface Asked {
  readonly path: string;
  readonly etag?: string;
}

interface Load {
  readonly url: string;
  /** A file with all requests. */
  readonly requests: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
  /** What every answer has to have. */
  readonly status: number;
}

const END = Buffer.from("\r\n\r\n");

const { url, headers, connections, ms, status, ...load } = JSON.parse(
  process.argv[2] ?? "{}",
) as Load;
const { hostname, port, host } = new URL(url);
const requests = (JSON.parse(readFileSync(load.requests, "utf8")) as readonly Asked[]).map(
  ({ path, etag }) => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`];
    if (etag !== undefined) lines.push(`If-None-Match: ${etag}`);
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  },
);

let sent = 0;
let answers = 0;
let isOver = false;

function send(socket: Socket): void {
  const request = requests[sent++ % requests.length];
  if (request !== undefined) socket.write(request);
}

function open(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const ended = Promise.withResolvers<void>();
  const take = answerTaker(() => {
    answers++;
    if (isOver) socket.destroy();
    else send(socket);
  });
  socket.on("connect", () => send(socket));
  socket.on("data", take);
  socket.on("error", fail);
  // A server ends a connection after so many requests.
  socket.on("close", () => ended.resolve(isOver ? undefined : open()));
  stop(socket);
  return ended.promise;
}

function stop(socket: Socket): void {
  setTimeout(() => isOver && socket.destroy(), ms + 10_000).unref();
}

function fail(error: Error): never {
  throw error;
}

/** Takes the bytes of answers as they come; calls back at the end of each. */
function answerTaker(onAnswer: () => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  /** Bytes of the body that are still to come; undefined within a head. */
  let left: number | undefined;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (left === undefined) {
        head = head.length === 0 ? rest : Buffer.concat([head, rest]);
        const end = head.indexOf(END);
        if (end < 0) return;
        rest = head.subarray(end + END.length);
        left = bodyBytes(head.toString("latin1", 0, end));
        head = Buffer.alloc(0);
      }
      const taken = Math.min(left, rest.length);
      left -= taken;
      rest = rest.subarray(taken);
      if (left > 0) return;
      left = undefined;
      onAnswer();
    }
    if (left === 0) {
      left = undefined;
      onAnswer();
    }
  };
}

/** How long the body of an answer is, by its head. */
function bodyBytes(head: string): number {
  if (!head.startsWith(`HTTP/1.1 ${status}`)) throw new Error(head);
  if (status === 304) return 0;
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
}

const started = performance.now();
setTimeout(() => (isOver = true), ms);
await Promise.all(Array.from({ length: connections }, open));
console.log(JSON.stringify({ answers, seconds: (performance.now() - started) / 1_000 }));
