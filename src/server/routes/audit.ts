/** `/plumbline/audit`: all changes with their origin (docs/compatibility.md, "Audit"). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audit as limits } from "../../model/limits.ts";
import { renderAudit, type AuditFormat } from "../../wire/audit.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathOf, routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { query, queryFlag, quoted, route } from "../plugins/methods.ts";
import { sendDocument } from "../plugins/representation.ts";
import { baseOf, suffixOf } from "../plugins/url.ts";
import { view } from "../plugins/unit-of-work.ts";

const STANDARD_PAGE = 100;

/** Registers the route. */
export function auditRoutes(app: FastifyInstance, context: ServerContext): void {
  route(app, routePattern("audit"), {
    GET: async (request, reply) => {
      const format = formatOf(request);
      const { direction, from } = startOf(request);
      const bounds = { from: 1, to: limits.page };
      const limit = numberOf(request, "limit", bounds) ?? STANDARD_PAGE;
      const changes = await view(request, context, (reader) =>
        direction === "newest"
          ? reader.auditBackwards(from, limit)
          : reader.audit(from ?? 0, limit),
      );
      const last = changes.at(-1);
      if (last !== undefined && changes.length === limit) {
        const start = direction === "newest" ? `newest=true&before=${last.id}` : `after=${last.id}`;
        const next = `${baseOf(request)}${pathOf("audit", {})}?${start}&limit=${limit}&format=${format}`;
        reply.header("Link", `<${next}>; rel="next"`);
      }
      return sendDocument(request, reply, renderAudit(changes, format));
    },
  });
}

function formatOf(request: FastifyRequest): AuditFormat {
  const suffix = suffixOf(request);
  const asked = query(request, "format")?.toLowerCase() ?? suffix;
  if (asked === "json" || asked === "ndjson") return asked;
  if (asked !== undefined) throw notAcceptable(asked);
  const chosen = request.accepts().type([mediaTypes.json, mediaTypes.ndjson]);
  if (typeof chosen !== "string") throw notAcceptable(quoted(request.headers.accept));
  return chosen === mediaTypes.ndjson ? "ndjson" : "json";
}

function notAcceptable(asked: string): CatalogError {
  return new CatalogError(
    "not-acceptable",
    `The form '${asked}' cannot be had here; ask for json or ndjson`,
  );
}

/** Parses the direction of a page and the id that it starts after; undefined for the first page. */
function startOf(request: FastifyRequest): {
  readonly direction: "oldest" | "newest";
  readonly from: number | undefined;
} {
  const isNewest = queryFlag(request, "newest");
  const [own, other] = isNewest ? ["before", "after"] : ["after", "before"];
  if (query(request, other) !== undefined) {
    const [there, here] = isNewest ? ["without", "with"] : ["with", "without"];
    const message = `${other} goes ${there} newest=true; ${here} it, say ${own}`;
    throw new CatalogError("query-invalid", message);
  }
  const from = numberOf(request, own, { from: 0, to: Number.MAX_SAFE_INTEGER });
  return { direction: isNewest ? "newest" : "oldest", from };
}

function numberOf(
  request: FastifyRequest,
  name: string,
  { from, to }: { from: number; to: number },
): number | undefined {
  const text = query(request, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new CatalogError("query-invalid", `${name} must be a whole number from ${from} to ${to}`);
}
