/** Changes that are committed together, through the doors: one's failure is nobody else's, and the loop is free. */
import { renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { CatalogWriter } from "../../src/server/catalog/unit-of-work.ts";
import { storage as limits } from "../../src/model/limits.ts";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { ThreadEndedError } from "../../src/server/storage/database-error.ts";
import { inThread } from "../../src/server/storage/sqlite-writer.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { sendRaw } from "../support/servers/http.ts";
import { scale, testInProof } from "../support/run/scale.ts";
import { canMount, fillUp, smallDisk, tellWhenUnmountable } from "../support/run/small-disk.ts";

tellWhenUnmountable("groups on a full disk");

const bytes = (text: string) => new TextEncoder().encode(text);

/** Changes that the loop makes before a thread does. */
const places = { loop: Number.POSITIVE_INFINITY, thread: 0, "loop, then thread": 5 } as const;

/** A catalog whose changes are made at a place. */
async function openCatalog(place: keyof typeof places, folder = temporaryFolder()) {
  const listsBeforeThread = places[place];
  const now = () => "2026-11-21T00:00:00.000Z";
  const catalog = await openSqliteCatalog(folder, now, {}, listsBeforeThread);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= catalog.close());
  onTestFinished(close);
  const write = <Result>(work: (writer: CatalogWriter) => Promise<Result>) =>
    catalog.write(serverOrigin, work);
  const contentOf = (path: string) =>
    catalog.read(async (reader) => {
      const file = await reader.file(path);
      return file && new TextDecoder().decode(await reader.content(file));
    });
  return { catalog, folder, write, contentOf, close };
}

/** The origin of a server of the test. */
async function listening(): Promise<string> {
  const { app } = await startCatalog();
  onTestFinished(() => app.server.closeAllConnections());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

/** Sends requests on styles, at a path below theirs. */
async function startStyles() {
  const origin = await listening();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
  return (method: string, path: string, body?: string) =>
    sendRaw(origin, { method, path: `/rest/styles${path}`, headers, body });
}

test.for(["loop", "thread"] as const)(
  "a unit that fails takes back what it did, and of its group nothing else: %s",
  async (place) => {
    const { write, contentOf, catalog } = await openCatalog(place);
    const outcomes = await Promise.allSettled([
      write((writer) => writer.writeFile("f/1", bytes("one"))),
      write(async (writer) => {
        await writer.writeFile("f/1", bytes("other"));
        await writer.writeFile("f/2", bytes("two"));
        throw new Error("no more");
      }),
      write((writer) => writer.writeFile("f/3", bytes("three"))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await contentOf("f/1")).toBe("one");
    expect(await contentOf("f/2")).toBeUndefined();
    expect(await contentOf("f/3")).toBe("three");
    const trace = await catalog.read(async (reader) => ({
      revision: await reader.revision(),
      revisions: (await reader.audit(0, 10)).map(({ revision }) => revision),
    }));
    expect(trace).toEqual({ revision: 2, revisions: [1, 2] });
  },
);

test.for(["loop", "thread"] as const)(
  "what a statement fails with that nobody waits for fails its unit alone: %s",
  async (place) => {
    const { write, contentOf } = await openCatalog(place);
    const style = { kind: "style", workspace: null, name: "s" } as const;
    const value = { format: "sld", version: "1.0.0", fileName: "s.sld", legend: null } as const;
    const outcomes = await Promise.allSettled([
      write((writer) => writer.writeFile("f/1", bytes("one"))),
      // The same link twice breaks a key of the database.
      write(async (writer) => {
        await writer.writeFile("f/2", bytes("two"));
        await writer.put(style, value, ["l", "l"]);
      }),
      write((writer) => writer.writeFile("f/3", bytes("three"))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "ERR_SQLITE_ERROR", errcode: 1_555 } });
    expect([await contentOf("f/1"), await contentOf("f/2")]).toEqual(["one", undefined]);
  },
);

test.for(["loop", "thread"] as const)(
  "a unit that read what another process changes meanwhile runs once more: %s",
  async (place) => {
    const { folder, write, contentOf, catalog } = await openCatalog(place);
    const other = await openCatalog("loop", folder);
    await write((writer) => writer.writeFile("f/1", bytes("one")));
    let runs = 0;
    const adding = write(async (writer) => {
      const file = await writer.file("f/1");
      const before = file && new TextDecoder().decode(await writer.content(file));
      if (++runs === 1) await other.write((own) => own.writeFile("f/1", bytes("other")));
      await writer.writeFile("f/1", bytes(`${before} more`));
    });
    const beside = write((writer) => writer.writeFile("f/3", bytes("three")));
    await Promise.all([adding, beside]);
    expect(await contentOf("f/1")).toBe("other more");
    expect(await contentOf("f/3")).toBe("three");
    expect(runs).toBe(2);
    const audit = await catalog.read((reader) => reader.audit(0, 10));
    expect(audit.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
  },
);

test("others are served while a change waits for the disk", async () => {
  const { folder, write, contentOf } = await openCatalog("thread");
  await write((writer) => writer.writeFile("f/1", bytes("one")));
  // As slow as a disk may be: nothing can be changed until the other connection lets go.
  const other = new DatabaseSync(join(folder, "catalog.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  const writing = write((writer) => writer.writeFile("f/2", bytes("two"))).finally(() => {
    isWritten = true;
  });
  for (let reads = 0; reads < 20; reads++) {
    await new Promise((resolve) => void setImmediate(resolve));
    expect(await contentOf("f/1")).toBe("one");
  }
  expect(isWritten).toBe(false);
  other.exec("ROLLBACK");
  await writing;
  expect(await contentOf("f/2")).toBe("two");
});

test.for(["loop, then thread", "thread"] as const)(
  "the connection changes its place between groups, and goes on where that does not work: %s",
  async (place) => {
    const folder = join(temporaryFolder(), "catalog");
    const { write, contentOf, close } = await openCatalog(place, folder);
    const writeAll = (names: readonly string[]) =>
      Promise.all(
        names.map((name) => write((writer) => writer.writeFile(`f/${name}`, bytes(name)))),
      );
    const count = place === "thread" ? 3 : 30;
    const rounds = Array.from({ length: count }, (_unused, round) => [`${round}-a`, `${round}-b`]);
    // A thread finds no database at this path.
    if (place === "thread") renameSync(folder, `${folder}-moved`);
    for (const names of rounds) await writeAll(names);
    for (const name of rounds.flat()) expect(await contentOf(`f/${name}`)).toBe(name);
    await close();
    if (place === "thread") renameSync(`${folder}-moved`, folder);
    const again = await openCatalog("loop", folder);
    for (const name of rounds.flat()) expect(await again.contentOf(`f/${name}`)).toBe(name);
  },
);

test("a thread takes over from changes that come one after the other, too", async () => {
  const { write } = await openCatalog("loop, then thread");
  let threads = 0;
  const count = () => threads++;
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const next = async (name: number) => {
    await write((writer) => writer.writeFile(`f/${name}`, bytes("one")));
    await new Promise((resolve) => void setImmediate(resolve));
  };
  for (let name = 0; name < 4; name++) await next(name);
  expect(threads).toBe(0);
  for (let name = 4; name < 8; name++) await next(name);
  expect(threads).toBe(1);
});

testInProof(
  "a thread does not take over while a unit has the lock for long",
  async () => {
    const { write, contentOf } = await openCatalog("loop, then thread");
    const released = Promise.withResolvers<void>();
    const holding = write(async (writer) => {
      await writer.stayAlone();
      await released.promise;
      await writer.writeFile("f/held", bytes("held"));
    });
    const others: Promise<void>[] = [];
    for (let name = 0; name < 12; name++) {
      others.push(write((writer) => writer.writeFile(`f/${name}`, bytes(`${name}`))));
      await setTimeout(200);
    }
    // Longer than a connection waits for another one.
    await setTimeout(limits.busyMs + 3_000);
    released.resolve();
    await Promise.all([holding, ...others]);
    for (const name of ["held", "0", "11"]) expect(await contentOf(`f/${name}`)).toBe(name);
  },
  30_000,
);

test("a thread that cannot begin says so", async () => {
  const path = join(temporaryFolder(), "missing", "catalog.db");
  const options = { waitMs: 0, cacheKib: 100 };
  const starting = inThread({ path, options });
  await expect(starting).rejects.toThrow(ThreadEndedError);
});

test("of conditional writes that come at once exactly one wins, and refusals harm nobody", async () => {
  const origin = await listening();
  const send = (method: string, path: string, body?: string, more = {}) => {
    const headers = { authorization: AUTHORIZATION, ...more };
    return sendRaw(origin, { method, path: `/rest/resource/${path}`, headers, body });
  };
  const text = { "content-type": "text/plain" };
  await send("PUT", "g/shared", "first", text);
  const rounds = scale({ test: 4, proof: 60 });
  for (let round = 0; round < rounds; round++) {
    const { etag = "" } = (await send("GET", "g/shared")).headers;
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_unused, number) => {
        if (number % 2 === 1) {
          const own = await send("PUT", `g/${round}-${number}`, `${number}`, text);
          return { own: own.status, status: 0, wrote: "" };
        }
        const wrote = `${round}-${number}`;
        const { status } = await send("PUT", "g/shared", wrote, { ...text, "if-match": etag });
        return { own: 0, status, wrote };
      }),
    );
    const conditional = answers.filter(({ status }) => status !== 0);
    const won = conditional.filter(({ status }) => status < 300);
    expect(won).toHaveLength(1);
    expect(conditional.filter(({ status }) => status === 412)).toHaveLength(7);
    expect((await send("GET", "g/shared")).body.toString()).toBe(won[0]?.wrote);
    expect(answers.filter(({ own }) => own === 201)).toHaveLength(8);
    for (let number = 1; number < 16; number += 2)
      expect((await send("GET", `g/${round}-${number}`)).body.toString()).toBe(`${number}`);
  }
});

test("changes of one client are made in their order", async () => {
  const send = await startStyles();
  const clients = Array.from({ length: 8 }, async (_unused, client) => {
    const name = `c${client}`;
    const made = await send("POST", `?name=${name}`, sld({ colour: "#000000" }));
    expect(made.status).toBe(201);
    for (let n = 1; n <= scale({ test: 6, proof: 100 }); n++) {
      const body = sld({ colour: `#${String(n).padStart(6, "0")}` });
      expect((await send("PUT", `/${name}`, body)).status).toBe(200);
      expect((await send("GET", `/${name}.sld`)).body.toString()).toBe(body);
    }
    expect((await send("DELETE", `/${name}?purge=true`)).status).toBe(200);
    expect((await send("GET", `/${name}.sld`)).status).toBe(404);
  });
  await Promise.all(clients);
});

test("a change that waits for a worker runs alone, and holds up nobody's answer for good", async () => {
  const send = await startStyles();
  const names = Array.from({ length: 8 }, (_unused, number) => `s${number}`);
  for (const name of names) await send("POST", `?name=${name}`, sld({ colour: "#000000" }));
  // What is unchecked is looked into while the style is changed; large ones by a worker.
  const bodies = names.map((name, number) => {
    const space = number % 2 === 0 ? " ".repeat(300_000) : "";
    return { name, body: sld({ colour: `#00000${number}` }) + space };
  });
  const answers = await Promise.all(
    bodies.map(({ name, body }) => send("PUT", `/${name}?raw=true`, body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  for (const { name, body } of bodies)
    expect((await send("GET", `/${name}.sld`)).body.toString()).toBe(body);
});

test.runIf(canMount)(
  "a group that the disk has no room for is refused, and what is acknowledged stays",
  async () => {
    const folder = smallDisk(32);
    const { write, contentOf, close } = await openCatalog("thread", folder);
    await write((writer) => writer.writeFile("f/kept", bytes("kept")));
    fillUp(join(folder, "filler"), folder, 1_000_000);
    const names = Array.from({ length: 16 }, (_unused, number) => `f/${number}`);
    const outcomes = await Promise.allSettled(
      names.map((name) =>
        write((writer) => writer.writeFile(name, new Uint8Array(150_000).fill(name.charCodeAt(2)))),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    // There is room for some of them alone, though not for all of them together.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(16);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: "disk-full" } });
    for (const [index, name] of names.entries())
      expect((await contentOf(name))?.length).toBe(
        outcomes[index]?.status === "fulfilled" ? 150_000 : undefined,
      );
    await close();
    const again = await openCatalog("loop", folder);
    expect(await again.contentOf("f/kept")).toBe("kept");
  },
);
