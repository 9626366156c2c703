/** A disk that is full when the database notices: reported as that, nothing is lost, and deletions need no reserve. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { scale } from "../support/run/scale.ts";
import { canMount, fillUp, smallDisk, tellWhenUnmountable } from "../support/run/small-disk.ts";
import { ask, catalogOf, makeWorkspace, putMosaic, send } from "./support.ts";

tellWhenUnmountable("a database on a full disk");

const FULL = "The disk of the catalog is full; nothing was changed";

describe.skipIf(!canMount)("a full disk", () => {
  test("is 507 when the database notices, and writing goes on when there is room", async () => {
    const folder = smallDisk(scale({ test: 32, proof: 128 }));
    const catalog = await catalogOf(folder, { minimumFreeBytes: 0 });
    await makeWorkspace(catalog);
    const put = (name: string, bytes: number) => ({
      method: "PUT" as const,
      url: `/resource/f/${name}`,
      // Without a length, so that nobody looks for room before the database does.
      payload: Readable.from([Buffer.alloc(bytes, name)]),
    });
    await ask(catalog, 201, put("kept", 20_000));
    const filler = join(folder, "filler");
    let refused = 0;
    for (let cycle = 0; cycle < scale({ test: 1, proof: 25 }); cycle++) {
      fillUp(filler, folder, 0);
      const kept: string[] = [];
      // The log has some room of its own.
      for (let number = 0, isFull = false; !isFull; number++) {
        const name = `${cycle}-${number}`;
        const answer = await send(catalog, put(name, 250_000));
        isFull = answer.statusCode === 507;
        if (isFull) expect(answer.body).toBe(FULL);
        else expect(answer.statusCode).toBe(201);
        if (isFull) await ask(catalog, 404, { url: `/resource/f/${name}` });
        else kept.push(name);
      }
      for (let again = 0; again < 3; again++, refused++)
        expect(await ask(catalog, 507, put("again", 250_000))).toBe(FULL);
      expect(await ask(catalog, 200, { url: "/resource/f/kept" })).toHaveLength(20_000);
      rmSync(filler);
      await ask(catalog, 201, put(`more${cycle}`, 250_000));
      await ask(catalog, 200, { url: "/security/masterpw.json" });
      for (const name of [...kept, `more${cycle}`]) {
        expect(await ask(catalog, 200, { url: `/resource/f/${name}` })).toHaveLength(250_000);
        await ask(catalog, 200, { method: "DELETE", url: `/resource/f/${name}` });
      }
    }
    expect(refused).toBe(scale({ test: 3, proof: 75 }));
    await catalog.close();
  }, 120_000);

  test("stops no read, though that leaves something behind", async () => {
    const folder = smallDisk(16);
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const logger = pino({ level: "warn" }, sink);
    const catalog = await catalogOf(folder, { minimumFreeBytes: 0, logger });
    const style = {
      method: "PUT" as const,
      type: "application/vnd.ogc.sld+xml",
      payload: sld({ colour: "#fedcba" }),
    };
    await ask(catalog, 200, { ...style, url: "/styles/point" });
    fillUp(join(folder, "filler"), folder, 0);
    for (const bytes of [100_000, 1_000, 1])
      for (let number = 0, isFull = false; !isFull; number++) {
        const url = `/resource/f/${bytes}-${number}`;
        const payload = Readable.from([Buffer.alloc(bytes, url)]);
        isFull = (await send(catalog, { method: "PUT", url, payload })).statusCode === 507;
      }
    for (let again = 0; again < 3; again++) {
      await ask(catalog, 200, { url: "/security/masterpw.json" });
      await ask(catalog, 200, { url: "/plumbline/digest?kind=Style" });
    }
    const told = lines.join("");
    expect(told).toContain('"account":"admin"');
    expect(told).toContain("The audit has no room for who read this");
    await catalog.close();
  }, 120_000);

  test("is not full to a deletion where what stays free for bodies is used up", async () => {
    const folder = smallDisk(64);
    const catalog = await catalogOf(folder);
    await makeWorkspace(catalog);
    await putMosaic(catalog, "rain");
    const put = (name: string, bytes: number) =>
      ({ method: "PUT", url: `/resource/f/${name}`, payload: "x".repeat(bytes) }) as const;
    for (let number = 0; number < 40; number++) await ask(catalog, 201, put(`${number}`, 100_000));
    const filler = join(folder, "filler");
    // Less than the tenth that stays free of a small disk.
    fillUp(filler, folder, 4 * 1024 * 1024);
    // What was known of the disk is half a second old at most.
    await expect.poll(async () => (await send(catalog, put("new", 1))).statusCode).toBe(507);
    for (let number = 0; number < 40; number++)
      await ask(catalog, 200, { method: "DELETE", url: `/resource/f/${number}` });
    await ask(catalog, 200, {
      method: "DELETE",
      url: "/workspaces/w/coveragestores/rain?recurse=true&purge=all",
    });
    await ask(catalog, 507, put("new", 1));
    rmSync(filler);
    await expect.poll(async () => (await send(catalog, put("new", 1))).statusCode).toBe(201);
    await catalog.close();
  }, 120_000);
});
