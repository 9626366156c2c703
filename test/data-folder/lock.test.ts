/** One server for a data folder: the second is refused and touches nothing, whatever became of the first. */
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFolder } from "../../src/server/data-folder/check.ts";
import { KEYSTORE, KEYSTORE_PASSWORD, startCatalog } from "../support/servers/catalog.ts";
import { runCli, startServer } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { isProof, scale } from "../support/run/scale.ts";
import { canMount, smallDisk, tellWhenUnmountable } from "../support/run/small-disk.ts";
import { makeWorkspace, putMosaic } from "./support.ts";

test("a second server is refused by pid and host before anything is swept, until the first is killed", async () => {
  const data = temporaryFolder();
  const first = await startServer(data);
  writeFiles(data, { "staging/body": "still arriving" });
  const before = readdirSync(data).toSorted();
  const second = await runHere(["serve", "--data", data, "--port", "0"]);
  expect(second).toMatchObject({ code: 1, stdout: "" });
  expect(second.stderr).toContain(`in use by process ${first.child.pid} on ${hostname()}`);
  expect(readdirSync(data).toSorted()).toEqual(before);
  expect(before.filter((name) => name.startsWith("catalog.lock"))).toEqual([
    "catalog.lock",
    "catalog.lock.json",
  ]);
  expect(readFileSync(join(data, "staging/body"), "utf8")).toBe("still arriving");
  expect(statSync(join(data, "catalog.lock")).mode & 0o777).toBe(0o600);
  await first.end("SIGKILL");
  await startCatalog({ folder: data, keystore: { password: undefined } });
  expect(readdirSync(join(data, "staging"))).toEqual([]);
});

test("of what is acknowledged while others try to start on the folder, nothing is lost", async () => {
  const mosaics = scale({ test: 3, proof: 200 });
  const tries = scale({ test: 1, proof: 7 });
  const catalog = await startCatalog();
  await makeWorkspace(catalog);
  const { folder } = catalog;
  let refused = 0;
  // All that it takes to start: nothing but the lock is in its way.
  const env = { PLUMBLINE_MASTER_PASSWORD: KEYSTORE_PASSWORD };
  const serve = () =>
    (isProof ? runCli : runHere)(["serve", "--data", folder, "--port", "0"], { env });
  for (let number = 0; number < mosaics; number++) {
    const uploaded = putMosaic(catalog, `m${number}`, 5);
    if (number % Math.ceil(mosaics / tries) === 0) {
      const second = await serve();
      expect(second).toMatchObject({ code: 1, stdout: "" });
      expect(second.stderr).toContain(`in use by process ${process.pid} on`);
      refused++;
    }
    await uploaded;
  }
  await catalog.close();
  expect(refused).toBe(tries);
  const { findings: faults, counts } = await checkFolder({
    folder,
    keystorePassword: KEYSTORE.password,
  });
  expect(faults).toEqual([]);
  // Five granules and three files that define them, of each.
  expect(counts.files).toBe(mosaics * 8);
  const again = await startCatalog({ folder });
  expect(again.remarks).toEqual([]);
  const lost = `${mosaics} mosaics, ${refused} starts refused meanwhile, 0 files lost`;
  process.stdout.write(`${lost}\n`);
}, 300_000);

test("within one process, and through another path", async () => {
  const { folder, close } = await startCatalog();
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  await expect(startCatalog({ folder })).rejects.toThrow(`in use by process ${process.pid} on`);
  await expect(startCatalog({ folder: link })).rejects.toThrow(/is in use by process/);
  await startCatalog();
  await close();
  await (await startCatalog({ folder: link })).close();
  await (await startCatalog({ folder })).close();
});

test("a start that fails lets go", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  await expect(startCatalog({ folder: join(folder, "file/data") })).rejects.toThrow(/ENOTDIR/);
  const broken = temporaryFolder();
  writeFileSync(join(broken, "catalog.db"), "no database, but as long as one would be ".repeat(50));
  await expect(startCatalog({ folder: broken })).rejects.toThrow(/not a database/);
  writeFileSync(join(broken, "catalog.db"), "");
  await (await startCatalog({ folder: broken })).close();
});

test("who holds it stands beside it, and nobody whose process is gone is named", async () => {
  const { folder, close } = await startCatalog();
  const file = join(folder, "catalog.lock.json");
  const held: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(held).toMatchObject({ pid: process.pid, host: hostname() });
  writeFileSync(file, "{");
  await expect(startCatalog({ folder })).rejects.toThrow(/in use by another process/);
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: "2026" }));
  await expect(startCatalog({ folder })).rejects.toThrow(/in use by another process/);
  await close();
});

tellWhenUnmountable("a data folder on a read-only file system");

test.skipIf(!canMount)("a folder on a read-only file system is refused in words", async () => {
  const data = smallDisk(8);
  await (await startCatalog({ folder: data })).close();
  spawnSync("mount", ["-o", "remount,ro", data]);
  const { code, stderr } = await runHere(["serve", "--data", data, "--port", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain(`The data folder ${data} is on a read-only file system`);
  expect(stderr).toContain("Mount it for writing, or name another folder");
});
