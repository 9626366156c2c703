/**
 * The layout of XML documents. Some clients take what is inside of an entry of metadata as a text and compare it with
 * what they sent, so that is laid out as a stock server does; the `geoserver` dialect lays out all of a document
 * (docs/compatibility.md, "Documents"). An ETag does not see it.
 */
import type { FastifyInstance } from "fastify";
import { essence, mediaTypes } from "../../wire/media.ts";

/** Has XML documents laid out by `layout`. */
export function installLayout(app: FastifyInstance, layout: (text: string) => string): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const type = reply.getHeader("content-type");
    const isXml = typeof type === "string" && essence(type) === mediaTypes.xml;
    done(null, isXml && typeof payload === "string" ? layout(payload) : payload);
  });
}
