/** The answers to writes: plain text, whatever the client would like to read. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { TEXT } from "../plugins/stock-answers.ts";
import { baseOf } from "../plugins/url.ts";

/** 201 with the name as body; `path` gives the Location header, where there is one. */
export function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  path?: string,
): FastifyReply {
  if (path !== undefined) reply.header("Location", `${baseOf(request)}${path}`);
  return reply.code(201).type(TEXT).send(name);
}

/** A status without body. */
export function sendDone(reply: FastifyReply, status = 200): FastifyReply {
  return reply.code(status).type(TEXT).send("");
}

/** 200 with a line for the client, which may be empty. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.code(200).type(TEXT).send(text);
}
