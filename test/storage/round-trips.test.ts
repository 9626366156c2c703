/** Ways to the database that a request takes, counted by what PostgreSQL ends each of them with. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { Agent, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/run/folders.ts";
import { AUTHORIZATION, openTestServer } from "../support/servers/catalog.ts";
import { sld } from "../support/estates/artefacts.ts";
import { describePostgres } from "../support/databases/postgres.ts";

const READY_FOR_QUERY = "Z".charCodeAt(0);

/** A line to a port that counts the messages by which the database is ready for the next query. */
async function countingLine(target: number) {
  let trips = 0;
  const server = createServer((client) => {
    const database = connect(target, "127.0.0.1");
    const end = () => {
      client.destroy();
      database.destroy();
    };
    let rest = Buffer.alloc(0);
    database.on("data", (piece: Buffer) => {
      rest = Buffer.concat([rest, piece]);
      for (let length = lengthOf(rest); length <= rest.length; length = lengthOf(rest)) {
        if (rest[0] === READY_FOR_QUERY) trips++;
        rest = rest.subarray(length);
      }
      client.write(piece);
    });
    client.on("data", (piece) => database.write(piece));
    for (const socket of [client, database]) socket.on("error", end).on("close", end);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, trips: () => trips };
}

/** The bytes of the first message; more than there are where it is not whole. */
function lengthOf(bytes: Buffer): number {
  return bytes.length < 5 ? Infinity : 1 + bytes.readUInt32BE(1);
}

describePostgres("ways to the database", (database) => {
  test("a GET takes one, also after a change of something else; a PUT takes three", async () => {
    const address = database.fresh();
    const line = await countingLine(address.port);
    const folder = temporaryFolder();
    const shared = { address: { ...address, port: line.port }, files: join(folder, "files") };
    const { app, close } = await openTestServer(folder, { shared });
    onTestFinished(close);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const dispatcher = new Agent({ connections: 1 });
    onTestFinished(() => dispatcher.close());
    const send = async (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: string) => {
      const headers = {
        authorization: AUTHORIZATION,
        "content-type": "application/vnd.ogc.sld+xml",
      };
      const before = line.trips();
      const answer = await request(`${origin}/rest/styles${path}`, {
        method,
        headers,
        dispatcher,
        body: body ?? null,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, text, trips: line.trips() - before };
    };
    for (const name of ["one", "other"])
      expect(await send("POST", `?name=${name}`, sld({ colour: "#000000" }))).toMatchObject({
        status: 201,
      });
    const one = "/one.sld";
    await send("GET", one);
    // The server also tells the database in between that it is there, so the least counts.
    const changes: number[] = [];
    const reads: number[] = [];
    for (let round = 0; round < 8; round++) {
      // Made anew every other time: what the server remembers has to be what the database has.
      if (round % 2 === 1) {
        await send("DELETE", "/other?purge=true");
        await send("POST", "?name=other", sld({ colour: "#000000" }));
      }
      const change = await send("PUT", "/other", sld({ colour: `#11111${round}` }));
      const read = await send("GET", one);
      expect([change.status, read.status]).toEqual([200, 200]);
      changes.push(change.trips);
      reads.push(read.trips);
    }
    expect(Math.min(...reads)).toBe(1);
    const [anew, again] = [
      changes.filter((_, at) => at % 2 === 1),
      changes.filter((_, at) => at % 2 === 0),
    ];
    expect([Math.min(...anew), Math.min(...again)]).toEqual([3, 3]);
    await send("PUT", "/one", sld({ colour: "#222222" }));
    const changed = await send("GET", one);
    expect(changed.text).toBe(sld({ colour: "#222222" }));
    expect(changed.trips).toBeGreaterThan(1);
  });
});
