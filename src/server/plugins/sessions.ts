/** Browser sessions by cookie (docs/compatibility.md, "Console"). */
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
import { inTurn } from "./admission.ts";
import type { Principal } from "./principal.ts";

/** Exceptions to the usual credentials. */
export type Credentials = "none" | "session-if-any" | "password";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Replaces the default, which is a password or a session. */
    readonly credentials?: Credentials;
  }
  interface FastifyRequest {
    /** Whether the credentials are a session, which browsers send on their own. */
    hasSession: boolean;
  }
  interface FastifyInstance {
    readonly sessions: Sessions;
  }
}

export interface Sessions {
  /** The account of the session; undefined without a valid session. */
  readonly principalOf: (request: FastifyRequest) => Promise<Principal | undefined>;
  /** Starts a session and sets its cookie; the account has logged in with this request. */
  readonly start: (
    request: FastifyRequest,
    reply: FastifyReply,
    login: PasswordLogin,
  ) => Promise<void>;
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

export interface SessionParts {
  readonly catalog: Catalog;
  /** It is part of the cookie name, because all ports of a host share cookies. */
  readonly catalogId: string;
  /** Returns ISO 8601 times. */
  readonly now: () => string;
}

const TOKEN_BYTES = 32;
/** Characters of the catalog's id in the cookie name. */
const ID_CHARACTERS = 8;

/** Installs sessions; authentication decides about their use. */
export function installSessions(app: FastifyInstance, parts: SessionParts): void {
  const { catalog, now } = parts;
  const { tokenOf, cookie } = cookieOf(parts);
  const uses = sessionUses(parts, (error) =>
    app.log.warn({ err: error }, "the use of a session could not be kept"),
  );
  app.addHook("onClose", () => uses.settled());
  app.decorateRequest("hasSession", false);
  // HTTP caches treat Authorization as private, but not cookies.
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

/** Records the last use in the background, at bounded intervals. */
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

export function asksForCredentials({ routeOptions }: FastifyRequest): boolean {
  const { credentials } = routeOptions.config ?? {};
  return credentials !== "none" && credentials !== "session-if-any";
}

/** Whether the browser uses TLS, to this server or to a proxy. */
function isSecure({ protocol, server }: FastifyRequest): boolean {
  return protocol === "https" || server.publicUrl?.toLowerCase().startsWith("https:") === true;
}

function cookieOf({ catalogId }: SessionParts) {
  const own = `plumbline-${catalogId.slice(0, ID_CHARACTERS)}`;
  // Browsers accept a `__Host-` cookie only over TLS, from the host itself.
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${own}` : own);
  return {
    /** Path=/ because REST lies beside the console; scripts cannot read it. */
    cookie: (request: FastifyRequest, token: string) => {
      const secure = isSecure(request) ? "; Secure" : "";
      return `${nameFor(request)}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
    /** Undefined for a malformed token. */
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
