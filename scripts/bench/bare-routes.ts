/** The thing to compare reads and writes with: Fastify alone, which answers a GET with a body and forgets a PUT. */
import fastify from "fastify";
import { styleOf } from "./write-load.ts";

const app = fastify();
const body = styleOf(0);
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, payload, done) =>
  done(null, payload),
);
app.get("/rest/styles/read.sld", (_request, reply) =>
  reply.type("application/vnd.ogc.sld+xml").send(body),
);
app.put("/rest/styles/:name", (_request, reply) => reply.send());
console.log(`Listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}/rest`);
process.on("SIGTERM", () => void app.close());
