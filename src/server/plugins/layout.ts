/**
 * The layout of XML documents, which is that of a stock server: some clients take what is inside of an element as a
 * text and compare it with what they sent (docs/compatibility.md, "Documents"). An ETag does not see it.
 */
import type { FastifyInstance } from "fastify";
import { essence, mediaTypes } from "../../wire/media.ts";
import { laidOut } from "../../wire/xml-layout.ts";

/** Has XML documents laid out line by line. */
export function installLayout(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const type = reply.getHeader("content-type");
    const isXml = typeof type === "string" && essence(type) === mediaTypes.xml;
    done(null, isXml && typeof payload === "string" ? laidOut(payload) : payload);
  });
}
