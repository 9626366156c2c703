/**
 * `/console`: the files of the page that shows the catalog, and the sessions of those who look at it
 * (docs/compatibility.md, "Console"). What the page shows it asks of the interface, as its user.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mediaTypes } from "../../wire/media.ts";
import { isAdministrator } from "../catalog/account.ts";
import { CatalogError } from "../catalog/errors.ts";
import { sendBody } from "../plugins/conditional.ts";
import { notAllowed, parameter, type RouteHandler } from "../plugins/methods.ts";
import { principalOf, type Principal } from "../plugins/principal.ts";
import type { Credentials } from "../plugins/sessions.ts";

/** A file of the page. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Finds a file by its name; undefined where the page has none of it. */
export type FindConsoleFile = (name: string) => ConsoleFile | undefined;

/** Where the page is, as it is routed. */
export const CONSOLE = "/console";

const INDEX = "index.html";
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
type Method = (typeof METHODS)[number];

interface Answer {
  readonly handler: RouteHandler;
  /** What it asks for beside the usual. */
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

/** Registers the methods of a path; others are answered with 405, after credentials. */
function register(
  app: FastifyInstance,
  url: string,
  answers: Partial<Readonly<Record<Method, Answer>>>,
): void {
  const used = METHODS.filter((method) => answers[method] !== undefined);
  const allow = ["HEAD", ...used];
  for (const method of METHODS) {
    const { handler = notAllowed(method, allow), ...more } = answers[method] ?? {};
    app.route({ method, url, handler, config: { allow, ...more } });
  }
}

/** The page names its files beside it, so its own address ends with a slash. */
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
  // Another version may come with the next start.
  reply.header("Cache-Control", "no-cache");
  return sendBody(request, reply, file);
}

/** Tells a page as whom it asks; `user` is null where nobody has logged in. */
function sendSession(reply: FastifyReply, principal: Principal | null): FastifyReply {
  const { user = null, roles = [] } = principal ?? {};
  const text = JSON.stringify({ user, administrator: isAdministrator(roles) });
  return reply.header("Cache-Control", "no-store").type(mediaTypes.json).send(text);
}
