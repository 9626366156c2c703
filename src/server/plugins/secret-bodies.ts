/** Bodies with passwords, which errors never quote. */
import type { FastifyRequest } from "fastify";
import { WireError } from "../../wire/wire-error.ts";
import { CatalogError } from "../catalog/errors.ts";
import { requireDocument } from "./bodies.ts";
import { bodyOf, contentTypeOf } from "./methods.ts";

/** Parses a document with a secret. Parsers quote the input, so the error only names the place. */
export function secretBody<Result>(
  request: FastifyRequest,
  parse: (bytes: Uint8Array, contentType: string) => Result,
): Result {
  requireDocument(request);
  try {
    return parse(bodyOf(request), contentTypeOf(request));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    if (error.code === "too-large") throw new CatalogError("too-large", error.message);
    const { line, column } = error;
    const place =
      line === undefined
        ? ""
        : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
    throw new CatalogError("bad-map-document", `The body is not well-formed${place}`);
  }
}
