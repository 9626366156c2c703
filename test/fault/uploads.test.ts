/**
 * Uploads that end at any chunk: the client goes, the process is killed, the disk is full.
 * Afterwards there is the old content or the new, never a mixture, and nothing waits in staging.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { mapping, zipOf } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  CHEAP_COSTS,
  PASSWORD,
  startCatalog,
  USER,
} from "../support/servers/catalog.ts";
import { startServer } from "../support/commands/cli.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { isProof, scale } from "../support/run/scale.ts";
import { canMount, fillUp, smallDisk, tellWhenUnmountable } from "../support/run/small-disk.ts";

const CHUNKS = 8;
const MIB = 1024 * 1024;
const STORE = "/rest/workspaces/w/datastores/st/file.appschema?configure=none";
const headers = { authorization: AUTHORIZATION };

/** An archive of which every file says to which version it belongs. */
async function archive(version: number, bytes: number): Promise<Buffer> {
  const mark = (name: string) =>
    Buffer.concat([Buffer.from(`${version} ${name}\n`), randomBytes(bytes / 2)]);
  return zipOf(
    {
      "st.appschema": mapping(["t:A"], { comment: `<!--${version}-->` }),
      "a.bin": mark("a"),
      "b.bin": mark("b"),
    },
    { store: true },
  );
}

async function prepare(origin: string): Promise<void> {
  const body = "<workspace><name>w</name></workspace>";
  const type = { ...headers, "content-type": "text/xml" };
  await sendRaw(origin, { method: "POST", path: "/rest/workspaces", headers: type, body });
}

/** The version of the store's files; fails when they are of several. */
async function versionOf(origin: string): Promise<number> {
  const read = async (name: string) => {
    const path = `/rest/resource/data/w/st/${name}`;
    const { status, body } = await sendRaw(origin, { method: "GET", path, headers });
    expect(status).toBe(200);
    return /(\d+)(?: [ab]\n|-->)/.exec(body.subarray(0, 400).toString("latin1"))?.[1];
  };
  const versions = new Set([await read("st.appschema"), await read("a.bin"), await read("b.bin")]);
  expect(versions.size, `versions ${[...versions].join(", ")}`).toBe(1);
  return Number([...versions][0]);
}

async function upload(origin: string, body: Buffer): Promise<number> {
  const type = { ...headers, "content-type": "application/zip" };
  return (await sendRaw(origin, { method: "PUT", path: STORE, headers: type, body })).status;
}

/** Sends the first chunks of an upload and then does something while the rest is awaited. */
async function uploadPart(
  origin: string,
  body: Buffer,
  chunks: number,
  then: () => unknown,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const head = [
    `PUT ${STORE} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${AUTHORIZATION}`,
    "Content-Type: application/zip",
    `Content-Length: ${body.byteLength}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const size = Math.ceil(body.byteLength / CHUNKS);
  for (let chunk = 0; chunk < chunks; chunk++) {
    await new Promise((resolve) => {
      socket.write(body.subarray(chunk * size, (chunk + 1) * size), resolve);
    });
  }
  await then();
  socket.destroy();
}

/** Every boundary below `count` in a proof, the given ones otherwise. */
function boundaries(some: readonly number[], count: number): readonly number[] {
  return isProof ? Array.from({ length: count }, (_unused, index) => index) : some;
}

const stagedIn = (folder: string) => readdirSync(join(folder, "staging"));

test("the client goes at every chunk", async () => {
  const { app, folder } = await startCatalog();
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  await prepare(origin);
  let current = 0;
  for (let n = 0; n < scale({ test: 2, proof: 20 }); n++) {
    const body = await archive(n, MIB);
    const tries = n === 0 ? 0 : CHUNKS;
    for (let chunks = 0; chunks < tries; chunks++) {
      await uploadPart(origin, body, chunks, () => undefined);
      expect(await versionOf(origin)).toBe(current);
    }
    await vi.waitFor(() => expect(stagedIn(folder)).toEqual([]), { timeout: 10_000 });
    expect(await upload(origin, body)).toBe(200);
    current = n;
    expect(await versionOf(origin)).toBe(current);
  }
  expect(stagedIn(folder)).toEqual([]);
}, 300_000);

test("the process is killed at every chunk", async () => {
  const data = temporaryFolder();
  let server = await startServer(data);
  await prepare(server.url);
  expect(await upload(server.url, await archive(0, MIB))).toBe(200);
  let current = 0;
  for (let n = 1; n <= scale({ test: 1, proof: 20 }); n++) {
    const body = await archive(n, MIB);
    for (const chunks of boundaries([3, CHUNKS], CHUNKS + 1)) {
      await uploadPart(server.url, body, chunks, () => server.end("SIGKILL"));
      server = await startServer(data);
      expect(stagedIn(data)).toEqual([]);
      const found = await versionOf(server.url);
      expect([current, n]).toContain(found);
      current = found;
    }
  }
  await server.end();
}, 600_000);

tellWhenUnmountable("uploads to a full disk");

describe.skipIf(!canMount)("the disk is full", () => {
  test("a tenth of it stays free", async () => {
    const folder = smallDisk(48);
    const { app } = await startCatalog({ folder });
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    await prepare(origin);
    expect(await upload(origin, await archive(0, MIB))).toBe(200);
    fillUp(join(folder, "filler"), folder, MIB);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await upload(origin, await archive(1, MIB))).toBe(507);
    expect(await versionOf(origin)).toBe(0);
  });

  test("at every chunk of an upload", async () => {
    const folder = smallDisk(48);
    const { app, close } = await openCatalogServer({
      folder,
      dialect: "documented",
      administrator: { user: USER, password: secret(PASSWORD) },
      costs: CHEAP_COSTS,
      version: "0.0.0-test",
      minimumFreeBytes: 0,
    });
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    await prepare(origin);
    expect(await upload(origin, await archive(0, MIB))).toBe(200);
    let current = 0;
    for (let n = 1; n <= scale({ test: 1, proof: 20 }); n++) {
      const body = await archive(n, 2 * MIB);
      for (const chunks of boundaries([0, 7], CHUNKS)) {
        const filler = join(folder, "filler");
        fillUp(filler, folder, Math.round((body.byteLength * chunks) / CHUNKS));
        const status = await upload(origin, body);
        expect(status).toBe(507);
        expect(await versionOf(origin)).toBe(current);
        expect(stagedIn(folder)).toEqual([]);
        rmSync(filler);
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
      expect(await upload(origin, body)).toBe(200);
      current = n;
      expect(await versionOf(origin)).toBe(current);
    }
    await close();
  }, 600_000);
});
