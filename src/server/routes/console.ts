/**
 * `/console`: the page that shows the catalog, and its sessions (docs/compatibility.md, "Console").
 * The page uses the REST interface with the user's account.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mediaTypes } from "../../wire/media.ts";
import { isAdministrator } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import { sendBody } from "../plugins/conditional.ts";
import { parameter, refused, type RouteHandler } from "../plugins/methods.ts";
import { principalOf, type Principal } from "../plugins/principal.ts";
import type { Credentials } from "../plugins/sessions.ts";

/** A file of the page. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Returns undefined for an unknown name. */
export type FindConsoleFile = (name: string) => ConsoleFile | undefined;

/** Path of the page. */
export const CONSOLE = "/console";

const INDEX = "index.html";
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
type Method = (typeof METHODS)[number];

interface Answer {
  readonly handler: RouteHandler;
  /** Required credentials, if not the usual ones. */
  readonly credentials?: Credentials;
}

/** Registers the routes. */
export function consoleRoutes(app: FastifyInstance, find: FindConsoleFile): void {
  const open = { credentials: "none" } as const;
  register(app, CONSOLE, {
    GET: { handler: (request, reply) => page(request, reply, find), ...open },
  });
  register(app, `${CONSOLE}/:file`, {
    GET: {
      handler: async (request, reply) => send(request, reply, find(parameter(request, "file"))),
      ...open,
    },
  });
  register(app, `${CONSOLE}/session`, {
    GET: {
      handler: async (request, reply) => sendSession(reply, request.principal),
      credentials: "session-if-any",
    },
    POST: {
      handler: async (request, reply) => {
        const principal = principalOf(request);
        const { user, hash = "" } = principal;
        await app.sessions.start(request, reply, { user, hash });
        return sendSession(reply, principal);
      },
      credentials: "password",
    },
    DELETE: {
      handler: async (request, reply) => {
        await app.sessions.end(request, reply);
        return sendSession(reply, null);
      },
    },
  });
}

/** Other methods return 405 after authentication. */
function register(
  app: FastifyInstance,
  url: string,
  answers: Partial<Readonly<Record<Method, Answer>>>,
): void {
  const used = METHODS.filter((method) => answers[method] !== undefined);
  const allow = ["HEAD", ...used];
  for (const method of METHODS) {
    const { handler = refused, ...more } = answers[method] ?? {};
    app.route({ method, url, handler, config: { allow, ...more } });
  }
}

/** The page uses relative URLs, so its URL must end with a slash. */
async function page(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindConsoleFile,
): Promise<FastifyReply> {
  const [path = ""] = request.originalUrl.split("?", 1);
  if (path.endsWith("/")) return send(request, reply, find(INDEX));
  return reply
    .code(302)
    .header("Location", `${path.split("/").at(-1)}/`)
    .send();
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ConsoleFile | undefined,
): FastifyReply {
  if (file === undefined) throw new CatalogError("not-found", "The console has no such file");
  // The next start may serve another version.
  reply.header("Cache-Control", "no-cache");
  return sendBody(request, reply, file);
}

/** Returns the user of the session; `user` is null without login. */
function sendSession(reply: FastifyReply, principal: Principal | null): FastifyReply {
  const { user = null, roles = [] } = principal ?? {};
  const text = JSON.stringify({ user, administrator: isAdministrator(roles) });
  return reply.header("Cache-Control", "no-store").type(mediaTypes.json).send(text);
}
