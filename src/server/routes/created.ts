/** Responses to writes: plain text, whatever the client accepts. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { TEXT } from "../plugins/stock-answers.ts";
import { baseOf } from "../plugins/url.ts";

/** Sends 201 with the name as body, and a Location header if there is a `path`. */
export function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  path?: string,
): FastifyReply {
  if (path !== undefined) reply.header("Location", `${baseOf(request)}${path}`);
  return reply.code(201).type(TEXT).send(name);
}

/** Sends a status without body. */
export function sendDone(reply: FastifyReply, status = 200): FastifyReply {
  return reply.code(status).type(TEXT).send("");
}

/** Sends 200 with a text. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.code(200).type(TEXT).send(text);
}
