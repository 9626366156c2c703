/**
 * The console of a watch: its status and waiting plans. The page files hold no data and need no
 * token. Without a token nothing can be approved: an approval can run a destructive plan, and any
 * account of this machine could give it.
 */
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from "fastify";
import { refusalDocument } from "../../endpoints/listen.ts";
import { CONSOLE_POLICY } from "../../model/page-policy.ts";
import { FORMAT_VERSION } from "../../model/format-version.ts";
import type { Approving } from "../inventory/approvals.ts";

export interface PageFile {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export type FindPageFile = (name: string) => PageFile | undefined;

const INDEX = "watch.html";

export function installConsole(app: FastifyInstance, find: FindPageFile): void {
  app.get("/console", (_request, reply) => reply.redirect("console/"));
  app.get("/console/", (_request, reply) => send(reply, find(INDEX)));
  app.get<{ Params: { file: string } }>("/console/:file", (request, reply) =>
    send(reply, find(request.params.file)),
  );
}

function send(reply: FastifyReply, file: PageFile | undefined): FastifyReply {
  if (file === undefined) return reply.code(404).send(refusalDocument("There is no such page"));
  return reply
    .headers({ "content-security-policy": CONSOLE_POLICY, "x-frame-options": "DENY" })
    .type(file.contentType)
    .send(file.body);
}

export type Approve = (digest: string, by: string) => Promise<Approving>;

const refusals = {
  unknown: [404, "No plan of this digest waits: manifests or catalog have moved on"],
  ambiguous: [409, "Several plans that wait begin with these digits"],
  "not-liftable": [409, "Something stops this plan that nobody can accept"],
} as const;

const AGAIN = "approve again once the watch reaches the server";

/** Adds `POST /approvals/DIGEST`, for clients with the token. */
export function installApprovals(
  app: FastifyInstance,
  { approve, onRequest }: { readonly approve: Approve; readonly onRequest: onRequestHookHandler },
): void {
  app.post<{ Params: { digest: string } }>(
    "/approvals/:digest",
    { onRequest },
    async ({ params, ip }, reply) => {
      const result = await approve(params.digest, `token@${ip}`).catch((error: Error) => error);
      if (result instanceof Error) {
        const message = `The approval could not be kept: ${result.message}; ${AGAIN}`;
        return reply.code(503).send(refusalDocument(message));
      }
      if ("refused" in result) {
        const [status, message] = refusals[result.refused];
        return reply.code(status).send(refusalDocument(message));
      }
      return { format_version: FORMAT_VERSION, approved: result.request };
    },
  );
}
