/** Chooses the format of a document: by path suffix, then by Accept, else the first on offer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Address } from "../../model/address.ts";
import type { DocumentFormat, RenderedDocument, Rendering } from "../../wire/document.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ServerContext } from "../context.ts";
import { sendBody } from "./conditional.ts";
import { quoted } from "./methods.ts";
import { baseOf, suffixOf } from "./url.ts";

const typesByFormat: Readonly<Record<DocumentFormat, readonly string[]>> = {
  json: ["application/json", "text/json"],
  xml: ["application/xml", "text/xml"],
};

/** The requested format, or `first`. Refuses formats that do not exist. */
export function documentFormatFor(request: FastifyRequest, first: DocumentFormat): DocumentFormat {
  const suffix = suffixOf(request);
  if (suffix === "xml" || suffix === "json") return suffix;
  if (suffix !== undefined) throw notAcceptable(`.${suffix}`);
  const offers = [...typesByFormat[first], ...typesByFormat[first === "json" ? "xml" : "json"]];
  const chosen = request.accepts().type(offers);
  if (typeof chosen !== "string") throw notAcceptable(quoted(request.headers.accept));
  return chosen.endsWith("json") ? "json" : "xml";
}

function notAcceptable(asked: string): CatalogError {
  return new CatalogError(
    "not-acceptable",
    `The form '${asked}' cannot be had here; ask for .xml or .json`,
  );
}

/** Refuses other formats for a document that exists only as JSON. */
export function requireJson(request: FastifyRequest): void {
  if (documentFormatFor(request, "json") === "json") return;
  throw new CatalogError("not-acceptable", "This document can be had in JSON alone");
}

/** How documents of a request are rendered. */
export function renderingFor(
  request: FastifyRequest,
  context: ServerContext,
  first: DocumentFormat = "json",
): Rendering {
  const format = documentFormatFor(request, first);
  return { format, base: baseOf(request), lists: context.dialect.lists };
}

/** `of` is the object that the document describes, if any. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: RenderedDocument,
  of?: Address,
): FastifyReply {
  return sendBody(request, reply, { contentType: document.contentType, body: document.text, of });
}

/** A document in both formats, for comparing ETags. */
export function bothForms(
  request: FastifyRequest,
  context: ServerContext,
  render: (rendering: Rendering) => RenderedDocument,
): readonly string[] {
  const { lists } = context.dialect;
  return (["xml", "json"] as const).map(
    (format) => render({ format, base: baseOf(request), lists }).text,
  );
}
