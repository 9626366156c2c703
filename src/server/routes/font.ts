/** `/fonts` (docs/compatibility.md, "Fonts"). */
import type { FastifyInstance } from "fastify";
import { renderFonts } from "../../wire/font.ts";
import { knownFonts, listFonts } from "../catalog/font.ts";
import type { ServerContext } from "../context.ts";
import { documentRoute, readDocument } from "./documents.ts";

/** Registers the routes. */
export function fontRoutes(app: FastifyInstance, context: ServerContext): void {
  const known = knownFonts();
  documentRoute(app, "fonts", {
    GET: readDocument(context, { find: (reader) => listFonts(reader, known), render: renderFonts }),
  });
}
