/**
 * How a stock server labels what is no document: texts are Latin-1, and who asks for a text by its type is not reported so, an answer
 * without content has no type, and what is refused before any of its routes is looked at is a problem
 * document (docs/compatibility.md, "Errors"). Only the `geoserver` dialect answers so.
 */
import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { essence, mediaTypes } from "../../wire/media.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { spelledPath, suffixOf } from "./url.ts";

/** The type that routes give to their texts. */
export const TEXT = `${mediaTypes.text}; charset=utf-8`;

/** How a text is called for who did not ask for one by its type. */
const LATIN_TEXT = `${mediaTypes.text};charset=iso-8859-1`;

function isAsked({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(mediaTypes.text) ?? false;
}

/** Whether an answer without content has no type; one that names what was made has it, and one to a path of a tile cache without a suffix. */
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

/** Has texts and empty answers labelled as a stock server does. */
export function installStockAnswers(app: FastifyInstance, { saysCharset }: Dialect): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const type = reply.getHeader("content-type");
    if (typeof payload !== "string" || typeof type !== "string") return payload;
    if (type !== TEXT) {
      // The framework says that JSON is UTF-8, which is nothing else.
      if (type.startsWith("application/")) reply.header("content-type", essence(type));
      return payload;
    }
    if (isUntyped(request, reply, { payload, saysCharset })) reply.removeHeader("content-type");
    else
      reply.header("content-type", isAsked(request) || !saysCharset ? mediaTypes.text : LATIN_TEXT);
    // Refusals are told in UTF-8 where no charset is said, names of what was made are not.
    return saysCharset || reply.statusCode < 400 ? latin1(payload) : payload;
  });
}

/** A text in Latin-1, with a question mark for every character that it has not. */
function latin1(text: string): Buffer {
  return Buffer.from(text.replaceAll(/[^\u0000-\u00ff]/gu, "?"), "latin1");
}

/** Sends a problem document; `detail` says what is wrong, and names the path without its suffix. */
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
