/**
 * Labels responses as GeoServer does. Texts are Latin-1, undeclared to a client that accepts
 * text/plain explicitly; empty responses have no type; a request refused before any route gets a
 * problem document (docs/compatibility.md, "Errors"). Only the `geoserver` dialect uses it.
 */
import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { essence, mediaTypes } from "../../wire/media.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { spelledPath, suffixOf } from "./url.ts";

/** The content type of texts. */
export const TEXT = `${mediaTypes.text}; charset=utf-8`;

/** The type of a text for clients that did not ask for text/plain. */
const LATIN_TEXT = `${mediaTypes.text};charset=iso-8859-1`;

function isAsked({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(mediaTypes.text) ?? false;
}

/**
 * A 201 keeps its type with Location, or at a tile cache path without a suffix where the dialect
 * declares no charset.
 */
function isUntyped(
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, saysCharset }: { readonly payload: string } & Pick<Dialect, "saysCharset">,
): boolean {
  if (payload !== "" || reply.statusCode >= 300) return false;
  const isBare = request.url.startsWith("/gwc/") && suffixOf(request) === undefined;
  const isNamed = reply.hasHeader("location") || (isBare && !saysCharset);
  return reply.statusCode !== 201 || !isNamed;
}

/** Labels texts and empty responses as GeoServer does. */
export function installStockAnswers(app: FastifyInstance, { saysCharset }: Dialect): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const type = reply.getHeader("content-type");
    if (typeof payload !== "string" || typeof type !== "string") return payload;
    if (type !== TEXT) {
      // Fastify declares a charset for JSON.
      if (type.startsWith("application/")) reply.header("content-type", essence(type));
      return payload;
    }
    if (isUntyped(request, reply, { payload, saysCharset })) reply.removeHeader("content-type");
    else
      reply.header("content-type", isAsked(request) || !saysCharset ? mediaTypes.text : LATIN_TEXT);
    // Without a declared charset, refusals stay UTF-8, but names of created objects are Latin-1.
    return saysCharset || reply.statusCode < 400 ? latin1(payload) : payload;
  });
}

function latin1(text: string): Buffer {
  return Buffer.from(text.replaceAll(/[^\u0000-\u00ff]/gu, "?"), "latin1");
}

/** Sends a problem document; its paths have no suffix. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, detail }: { readonly status: number; readonly detail: string },
): FastifyReply {
  const instance = spelledPath(request);
  const [spelled = ""] = request.originalUrl.split("?", 1);
  const problem = {
    detail: detail.replace(spelled, instance),
    instance,
    status,
    title: STATUS_CODES[status] ?? "",
  };
  return reply.code(status).type(mediaTypes.problem).send(JSON.stringify(problem));
}
