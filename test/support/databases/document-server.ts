/**
 * A document database for tests: answers the few commands that a sampling client sends, in the
 * wire protocol, from collections given here or from a recording. Misbehaves on demand.
 */
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { BSON, type Document } from "mongodb";

/** A collection: its documents in order, and the keys of its indexes. */
export interface TestCollection {
  readonly documents: readonly Document[];
  readonly indexes?: readonly Document[];
}

/** What the server does instead of answering: by command, or for every connection. */
export interface Trouble {
  /** Commands at which the connection is cut, after the first bytes of an answer. */
  readonly cut?: readonly string[];
  /** Commands that are never answered. */
  readonly stall?: readonly string[];
  /** Answers by command, in the place of the true ones. */
  readonly answers?: Readonly<Record<string, Document>>;
}

/** A running server. */
export interface DocumentServer {
  readonly port: number;
  /** Commands in the order they came, without the driver's own greetings. */
  readonly commands: readonly Document[];
  /** Connections that are open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

const HEADER = 16;
const OP_QUERY = 2004;
const OP_REPLY = 1;
const OP_MSG = 2013;

/** What a server of today says of itself. */
const HELLO = {
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
};

/** Starts a server on a port of its own. */
export async function startDocumentServer(
  collections: Readonly<Record<string, TestCollection>>,
  trouble: Trouble = {},
): Promise<DocumentServer> {
  const commands: Document[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    readMessages(socket, (message) =>
      answerTo(socket, message, { collections, trouble, commands }),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    open: () => sockets.size,
    close: () => closeAll(server, sockets),
  };
}

function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => void server.close(() => resolve()));
}

function readMessages(socket: Socket, handle: (message: Buffer) => void): void {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= HEADER && pending.length >= pending.readInt32LE(0)) {
      const length = pending.readInt32LE(0);
      handle(pending.subarray(0, length));
      pending = pending.subarray(length);
    }
  });
}

interface Behaviour {
  readonly collections: Readonly<Record<string, TestCollection>>;
  readonly trouble: Trouble;
  readonly commands: Document[];
}

function answerTo(socket: Socket, message: Buffer, behaviour: Behaviour): void {
  const request = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  const command = code === OP_QUERY ? queryOf(message) : sectionOf(message);
  const name = Object.keys(command)[0] ?? "";
  const { trouble, commands } = behaviour;
  const greeting = /^(?:hello|ismaster)$/i.test(name);
  if (!greeting) commands.push(command);
  if (trouble.stall?.includes(greeting ? "hello" : name)) return;
  const body =
    trouble.answers?.[name] ?? (greeting ? HELLO : commandAnswer(name, command, behaviour));
  const reply = code === OP_QUERY ? oldReply(request, body) : newReply(request, body);
  if (trouble.cut?.includes(greeting ? "hello" : name)) {
    socket.write(reply.subarray(0, 20));
    socket.destroySoon();
    return;
  }
  socket.write(reply);
}

/** The greeting of a client that does not know yet what the server can. */
function queryOf(message: Buffer): Document {
  const name = message.indexOf(0, HEADER + 4);
  return BSON.deserialize(message.subarray(name + 1 + 8));
}

function sectionOf(message: Buffer): Document {
  if (message.readUInt8(HEADER + 4) !== 0) throw new TypeError("only body sections are expected");
  const at = HEADER + 5;
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)));
}

function newReply(request: number, body: Document): Buffer {
  return frame(request, OP_MSG, [Buffer.alloc(5), BSON.serialize(body)]);
}

function oldReply(request: number, body: Document): Buffer {
  const head = Buffer.alloc(20);
  head.writeInt32LE(1, 16);
  return frame(request, OP_REPLY, [head, BSON.serialize(body)]);
}

function frame(request: number, code: number, parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(HEADER);
  const whole = Buffer.concat([head, ...parts]);
  whole.writeInt32LE(whole.length, 0);
  whole.writeInt32LE(1, 4);
  whole.writeInt32LE(request, 8);
  whole.writeInt32LE(code, 12);
  return whole;
}

function commandAnswer(name: string, command: Document, { collections }: Behaviour): Document {
  const collection = collections[String(command[name])];
  if (name === "listIndexes") {
    if (collection === undefined)
      return { ok: 0, code: 26, codeName: "NamespaceNotFound", errmsg: "ns does not exist" };
    const keys = [{ _id: 1 }, ...(collection.indexes ?? [])];
    return cursor(keys.map((key, at) => ({ v: 2, key, name: `index${at}` })));
  }
  if (name === "find") return cursor(select(collection?.documents ?? [], command));
  return { ok: 1 };
}

function select(documents: readonly Document[], { filter, limit }: Document): readonly Document[] {
  const { $in: only, $nin: without } = ((filter as Document)["_id"] ?? {}) as Document;
  const among = (list: unknown, id: unknown) =>
    (list as readonly unknown[]).some((one) => String(one) === String(id));
  return documents
    .filter(({ _id }) => only === undefined || among(only, _id))
    .filter(({ _id }) => without === undefined || !among(without, _id))
    .slice(0, Number(limit));
}

function cursor(firstBatch: readonly Document[]): Document {
  return { cursor: { id: BSON.Long.fromNumber(0), ns: "db.any", firstBatch }, ok: 1 };
}
