/** Bodies arrive as bytes, whatever they are called; routes say what they expect. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseBody } from "../../wire/body.ts";
import { documentFormat } from "../../wire/media.ts";
import type { Tree } from "../../wire/tree.ts";
import { CatalogError } from "../catalog/errors.ts";
import { reading } from "./errors.ts";
import { bodyOf, contentTypeOf } from "./methods.ts";

/** Takes every body as bytes; the limit is the one of the route. */
export function installBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/** The content of a document body with the given root. Refuses other types and unreadable bodies. */
export function documentBody(request: FastifyRequest, root: string): Tree {
  requireDocument(request);
  return reading("bad-document", "", () =>
    parseBody(bodyOf(request), contentTypeOf(request), root),
  );
}

/** Refuses a body that is neither XML nor JSON by its content type. */
export function requireDocument(request: FastifyRequest): void {
  const contentType = contentTypeOf(request);
  if (documentFormat(contentType) !== undefined) return;
  const given = contentType === "" ? "no content type" : contentType;
  throw new CatalogError(
    "wrong-media-type",
    `The body has ${given}; send application/xml or application/json`,
  );
}
