/**
 * A balancer before servers of one catalog, with the manners of those that people use: in turns, without sticky
 * sessions, over kept connections. What could not be sent at all goes to the next server, and so does reading that
 * broke off; a change that broke off is never sent again, and its client hears that nobody knows what became of it.
 */
import { once } from "node:events";
import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** A server behind it. */
export interface Backend {
  /** Where it answers. */
  readonly origin: string;
  /** Where it says whether it is ready. */
  readonly endpoints: string;
}

/** How a balancer looks after its servers; times in milliseconds. */
export interface BalancerManners {
  readonly checkMs: number;
  readonly checkTimeoutMs: number;
  /** So many looks without an answer take a server out; one that says that it is not ready goes at once. */
  readonly silentLooks: number;
  /** Whether the connections of a server that is silent are cut. */
  readonly cutsSilent: boolean;
}

/** The balancer. */
export interface Balancer {
  readonly origin: string;
  /** Takes a server in; resolves when it has said that it is ready. */
  readonly add: (backend: Backend) => Promise<void>;
  /** Takes one out for good. */
  readonly remove: (backend: Backend) => void;
  /** Whether one is asked now. */
  readonly isIn: (backend: Backend) => boolean;
}

/** Is in answers of the balancer itself where a change was sent and its answer did not come. */
export const UNKNOWN = "x-outcome";

const usual: BalancerManners = {
  checkMs: 50,
  checkTimeoutMs: 700,
  silentLooks: 1,
  cutsSilent: true,
};

interface Member {
  readonly backend: Backend;
  readonly agent: Agent;
  readonly stop: AbortController;
  isIn: boolean;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Outcome =
  | { readonly answer: IncomingMessage; readonly body: Buffer }
  /** No connection was made, or it broke. */
  | "unsent"
  | "broken";

/** Starts one without servers; it ends with the test. */
export async function startBalancer(manners: Partial<BalancerManners> = {}): Promise<Balancer> {
  const members: Member[] = [];
  let turn = 0;
  const next = (tried: ReadonlySet<Member>) => {
    const left = members.filter((member) => member.isIn && !tried.has(member));
    return left[turn++ % left.length];
  };
  const server = createServer((incoming, answer) => void pass(incoming, answer, next));
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const leave = (member: Member) => {
    member.stop.abort();
    member.isIn = false;
    member.agent.destroy();
  };
  onTestFinished(() => {
    members.forEach(leave);
    server.closeAllConnections();
    server.close();
  });
  const find = (backend: Backend) => members.findIndex((member) => member.backend === backend);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (backend) => {
      const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
      const member: Member = { backend, agent, stop: new AbortController(), isIn: false };
      members.push(member);
      void look(member, { ...usual, ...manners });
      while (!member.isIn && !member.stop.signal.aborted) await pause(5);
    },
    remove: (backend) => {
      const at = find(backend);
      if (at >= 0) members.splice(at, 1).forEach(leave);
    },
    isIn: (backend) => members[find(backend)]?.isIn === true,
  };
}

/** Looks again and again whether a server is ready. */
async function look(member: Member, manners: BalancerManners): Promise<void> {
  const { signal } = member.stop;
  let silent = 0;
  while (!signal.aborted) {
    const found = await readiness(member.backend, manners.checkTimeoutMs);
    if (signal.aborted) return;
    silent = found === "silent" ? silent + 1 : 0;
    if (found === "ready") member.isIn = true;
    else if (found === "unready") member.isIn = false;
    else if (silent >= manners.silentLooks) {
      member.isIn = false;
      // Those that wait for an answer hear that there is none.
      if (manners.cutsSilent) member.agent.destroy();
    }
    await pause(manners.checkMs, undefined, { signal }).catch(() => undefined);
  }
}

async function readiness(
  { endpoints }: Backend,
  withinMs: number,
): Promise<"ready" | "unready" | "silent"> {
  try {
    const signal = AbortSignal.timeout(withinMs);
    const { ok, body } = await fetch(`${endpoints}/readyz`, { signal });
    await body?.cancel();
    return ok ? "ready" : "unready";
  } catch {
    return "silent";
  }
}

async function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  next: (tried: ReadonlySet<Member>) => Member | undefined,
): Promise<void> {
  const { method = "GET", url: path = "/", headers } = incoming;
  const asked = { method, path, headers, body: Buffer.concat(await incoming.toArray()) };
  const mayRepeat = method === "GET" || method === "HEAD";
  const tried = new Set<Member>();
  for (;;) {
    const member = next(tried);
    if (member === undefined) {
      answer.writeHead(503, { "retry-after": "1" }).end("no server is there");
      return;
    }
    tried.add(member);
    const outcome = await ask(member, asked);
    if (outcome === "unsent" || (outcome === "broken" && mayRepeat)) continue;
    if (outcome === "broken") answer.writeHead(502, { [UNKNOWN]: "unknown" }).end();
    else answer.writeHead(outcome.answer.statusCode ?? 502, headersOf(outcome)).end(outcome.body);
    return;
  }
}

function headersOf({ answer, body }: Exclude<Outcome, string>): IncomingHttpHeaders {
  return { ...passedOn(answer.headers), "content-length": String(body.length) };
}

/** Headers without those of one connection. */
function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const own = new Set(["connection", "keep-alive", "transfer-encoding"]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
}

function ask({ backend, agent }: Member, asked: Asked): Promise<Outcome> {
  const { method, path, body } = asked;
  const headers = passedOn(asked.headers);
  return new Promise((resolve) => {
    let isConnected = false;
    const outgoing = send(new URL(path, backend.origin), { method, agent, headers });
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) isConnected = true;
      else socket.once("connect", () => (isConnected = true));
    });
    const broke = () => resolve(isConnected ? "broken" : "unsent");
    outgoing.on("error", broke);
    outgoing.on("response", (answer) => {
      answer.toArray().then(
        (pieces) => resolve({ answer, body: Buffer.concat(pieces as Buffer[]) }),
        () => resolve("broken"),
      );
    });
    outgoing.end(body);
  });
}
