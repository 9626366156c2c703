/**
 * Lays out XML responses. Some clients compare the text inside a metadata entry with what they
 * sent, so it is laid out as in GeoServer; the `geoserver` dialect lays out whole documents
 * (docs/compatibility.md, "Documents"). ETags ignore the layout.
 */
import type { FastifyInstance } from "fastify";
import { essence, mediaTypes } from "../../wire/media.ts";

/** Installs the layout of XML responses. */
export function installLayout(app: FastifyInstance, layout: (text: string) => string): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const type = reply.getHeader("content-type");
    const isXml = typeof type === "string" && essence(type) === mediaTypes.xml;
    done(null, isXml && typeof payload === "string" ? layout(payload) : payload);
  });
}
