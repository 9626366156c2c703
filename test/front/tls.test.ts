/** What holds for connections holds behind TLS as well. */
import { once } from "node:events";
import { connect, type TLSSocket } from "node:tls";
import { connect as connectPlain } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { canCertify, makeCertificate } from "../support/servers/certificates.ts";
import { answersIn } from "../support/servers/conversation.ts";
import { eventually } from "../support/run/eventually.ts";

const request = (line: string) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTHORIZATION}\r\n\r\n`;

describe.runIf(canCertify("connections behind TLS"))("behind TLS", () => {
  async function start(limits: Parameters<typeof startCatalog>[0] = {}) {
    const { key, cert } = makeCertificate();
    const certificate = { key: key.toString(), cert: cert.toString() };
    const { app } = await startCatalog({ ...limits, certificate });
    const port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
    const open = async () => {
      const socket = connect({ port, host: "127.0.0.1", ca: cert, servername: "localhost" });
      onTestFinished(() => void socket.destroy());
      socket.on("error", () => undefined);
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
      await once(socket, "secureConnect");
      return { socket, heard: () => text };
    };
    return { app, port, open };
  }

  const closed = (socket: TLSSocket) => eventually(() => expect(socket.destroyed).toBe(true));

  test("requests in one go are answered in order, and what is not HTTP is reported so", async () => {
    const { open } = await start();
    const { socket, heard } = await open();
    socket.write(`${request("GET /rest/styles.json").repeat(40)}FROB / HTTP/1.1\r\n\r\n`);
    await closed(socket);
    const statuses = answersIn(heard()).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), 400]);
  });

  test("who rests makes room, and who says nothing at all too", async () => {
    const { open, port } = await start({ limits: { connections: 4, addressConnections: 3 } });
    const silent = connectPlain(port, "127.0.0.1");
    await once(silent, "connect");
    const [first, second] = [await open(), await open()];
    const third = await open();
    if (!silent.destroyed) await once(silent.resume(), "close");
    const fourth = await open();
    await closed(first.socket);
    for (const { socket, heard } of [second, third, fourth]) {
      socket.write(request("GET /rest/about/version.json"));
      await eventually(() => expect(heard()).toMatch(/200 OK/));
    }
  });

  test("links say so", async () => {
    const { open } = await start();
    const { socket, heard } = await open();
    socket.write(request("GET /rest/styles.json"));
    await eventually(() => expect(heard()).toContain("https://localhost/rest/styles/point.json"));
  });
});
