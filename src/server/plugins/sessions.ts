/**
 * The sessions that browsers show as a cookie, in place of a password (docs/compatibility.md, "Console").
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { session as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import {
  endSession,
  findSession,
  startSession,
  useSession,
  type PasswordLogin,
} from "../catalog/session.ts";
import { serverOrigin, type Catalog, type StoredSession } from "../catalog/unit-of-work.ts";
import { inTurn } from "./in-turn.ts";
import type { Principal } from "./principal.ts";

/** What a route may ask for beside the usual. */
export type Credentials = "none" | "session-if-any" | "password";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * What a route asks for beside the usual, which is a password or a session: nothing at all, a session if
     * there is one, or a password.
     */
    readonly credentials?: Credentials;
  }
  interface FastifyRequest {
    /** Whether its credentials are a session, which a browser sends along by itself. */
    hasSession: boolean;
  }
  interface FastifyInstance {
    /** Sessions of this server. */
    readonly sessions: Sessions;
  }
}

/** What is done with sessions. */
export interface Sessions {
  /** Whose session a request shows; undefined where it shows none that is in force. */
  readonly principalOf: (request: FastifyRequest) => Promise<Principal | undefined>;
  /** Begins one for an account that has logged in with this request; its answer gives it to the browser. */
  readonly start: (
    request: FastifyRequest,
    reply: FastifyReply,
    login: PasswordLogin,
  ) => Promise<void>;
  /** Ends the one that a request shows, here and in the browser. */
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** What sessions need. */
export interface SessionParts {
  readonly catalog: Catalog;
  /** Which catalog this is: cookies are for all ports of a host, so each has a name of its own. */
  readonly catalogId: string;
  /** Gives ISO 8601 times. */
  readonly now: () => string;
}

const TOKEN_BYTES = 32;
/** Characters of a catalog's id that tell its cookie from others. */
const ID_CHARACTERS = 8;

/** Installs sessions; whether a request may use one is for authentication to say. */
export function installSessions(app: FastifyInstance, parts: SessionParts): void {
  const { catalog, now } = parts;
  const { tokenOf, cookie } = cookieOf(parts);
  const uses = sessionUses(parts, (error) =>
    app.log.warn({ err: error }, "the use of a session could not be kept"),
  );
  app.addHook("onClose", () => uses.settled());
  app.decorateRequest("hasSession", false);
  // Caches know what to do with answers to credentials, but not that a cookie is such.
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.hasSession && !reply.hasHeader("Cache-Control"))
      reply.header("Cache-Control", "private, no-cache");
    done();
  });
  app.decorate("sessions", {
    principalOf: async (request) => {
      const token = tokenOf(request);
      if (token === undefined) return undefined;
      const found = await inTurn(request, catalog).read((reader) =>
        findSession(reader, token, now()),
      );
      if (found === undefined) return undefined;
      uses.note(found.session);
      return { user: found.session.account, roles: found.roles };
    },
    start: async (request, reply, login) => {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      await inTurn(request, catalog).write(serverOrigin, (writer) =>
        startSession(writer, login, { token, now: now() }),
      );
      reply.header("Set-Cookie", cookie(request, token));
    },
    end: async (request, reply) => {
      const token = tokenOf(request);
      const origin = { ...serverOrigin, method: request.method };
      if (token !== undefined)
        await inTurn(request, catalog).write(origin, (writer) => endSession(writer, token));
      reply.header("Set-Cookie", `${cookie(request, "")}; Max-Age=0`);
    },
  });
}

/** Keeps when sessions were used, each once in a while; nobody waits for that. */
function sessionUses({ catalog, now }: SessionParts, onError: (error: unknown) => void) {
  const kept = recent<number>(limits.remembered);
  let last = Promise.resolve();
  return {
    note: (session: StoredSession) => {
      const time = now();
      const before = Math.max(Date.parse(session.used), kept.get(session.digest) ?? 0);
      if (Date.parse(time) - before < limits.useMs) return;
      kept.keep(session.digest, Date.parse(time));
      last = last
        .then(() => catalog.write(serverOrigin, (writer) => useSession(writer, session, time)))
        .catch(onError);
    },
    settled: () => last,
  };
}

/** Whether a route is for those alone who have logged in, as all are but what a login needs. */
export function asksForCredentials({ routeOptions }: FastifyRequest): boolean {
  const { credentials } = routeOptions.config ?? {};
  return credentials !== "none" && credentials !== "session-if-any";
}

/** Whether the browser speaks TLS, to this server or to what stands before it. */
function isSecure({ protocol, server }: FastifyRequest): boolean {
  return protocol === "https" || server.publicUrl?.toLowerCase().startsWith("https:") === true;
}

/** The cookie of a catalog's sessions: how it is given, and how it is read. */
function cookieOf({ catalogId }: SessionParts) {
  const own = `plumbline-${catalogId.slice(0, ID_CHARACTERS)}`;
  // A browser takes a cookie of such a name only over TLS and from the host itself.
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${own}` : own);
  return {
    /** It is for the whole server, because the interface lies beside the console; scripts cannot read it. */
    cookie: (request: FastifyRequest, token: string) => {
      const secure = isSecure(request) ? "; Secure" : "";
      return `${nameFor(request)}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
    /** The token that a request shows; what does not look like one is none. */
    tokenOf: (request: FastifyRequest): string | undefined => {
      const start = `${nameFor(request)}=`;
      const shown = (request.headers.cookie ?? "")
        .split(";")
        .map((part) => part.trim())
        .find((part) => part.startsWith(start));
      const token = shown?.slice(start.length) ?? "";
      return /^[\w-]{43}$/.test(token) ? token : undefined;
    },
  };
}
