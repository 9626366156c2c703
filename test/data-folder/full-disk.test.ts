/** A disk that is full when the database notices: told as that, nothing is lost, and deletions get through. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { scale } from "../support/scale.ts";
import { canMount, fillUp, smallDisk, tellWhenUnmountable } from "../support/small-disk.ts";
import { ask, catalogOf, makeWorkspace, putMosaic } from "./support.ts";

tellWhenUnmountable("a database on a full disk");

const MIB = 1024 * 1024;

describe.skipIf(!canMount)("a full disk", () => {
  test("is 507 when the database notices, and writing goes on when there is room", async () => {
    const folder = smallDisk(32);
    const catalog = await catalogOf(folder, { minimumFreeBytes: 0 });
    await makeWorkspace(catalog);
    const put = (name: string, bytes: number) => ({
      method: "PUT" as const,
      url: `/resource/f/${name}`,
      payload: Buffer.alloc(bytes, name),
    });
    await ask(catalog, 201, put("kept", 20_000));
    const filler = join(folder, "filler");
    const masterpw = { url: "/security/masterpw.json" };
    for (let cycle = 0; cycle < scale({ test: 1, proof: 25 }); cycle++) {
      fillUp(filler, folder, 0);
      for (let number = 0; number < 4; number++)
        await ask(catalog, 507, put(`lost${number}`, 250_000));
      const told = await ask(catalog, 507, put("lost", 250_000));
      expect(told).toBe("The disk of the catalog is full; nothing was changed");
      expect(await ask(catalog, 200, { url: "/resource/f/kept" })).toHaveLength(20_000);
      rmSync(filler);
      await ask(catalog, 201, put(`more${cycle}`, 250_000));
      await ask(catalog, 200, masterpw);
      await ask(catalog, 404, { url: "/resource/f/lost" });
    }
    await catalog.close();
  }, 120_000);

  test("lets deletions through by a ballast, which comes back with the room", async () => {
    const folder = smallDisk(64);
    const catalog = await catalogOf(folder, {});
    await makeWorkspace(catalog);
    await putMosaic(catalog, "rain");
    for (let number = 0; number < 40; number++)
      await ask(catalog, 201, {
        method: "PUT",
        url: `/resource/f/${number}`,
        payload: Buffer.alloc(100_000, String(number)),
      });
    const ballast = join(folder, "catalog.ballast");
    await vi.waitFor(() => expect(existsSync(ballast)).toBe(true), { timeout: 20_000 });
    const { byteLength } = readFileSync(ballast);
    expect(byteLength).toBeGreaterThan(MIB);
    const filler = join(folder, "filler");
    fillUp(filler, folder, 0);
    for (let number = 0; number < 40; number++)
      await ask(catalog, 200, { method: "DELETE", url: `/resource/f/${number}` });
    await ask(catalog, 200, {
      method: "DELETE",
      url: "/workspaces/w/coveragestores/rain?recurse=true&purge=all",
    });
    expect(existsSync(ballast)).toBe(false);
    await ask(catalog, 507, { method: "PUT", url: "/resource/f/new", payload: "x".repeat(1_000) });
    rmSync(filler);
    await vi.waitFor(
      async () => {
        await ask(catalog, 201, { method: "PUT", url: "/resource/f/new", payload: "x" });
        expect(existsSync(ballast)).toBe(true);
      },
      { timeout: 30_000, interval: 200 },
    );
    await catalog.close();
  }, 120_000);
});
