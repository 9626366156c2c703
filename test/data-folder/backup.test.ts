/** Backups beside a server, and the way back: one state, everything in it, nothing else touched. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { list } from "tar";
import { describe, expect, test } from "vitest";
import { backUp } from "../../src/server/data-folder/backup.ts";
import { checkFolder } from "../../src/server/data-folder/check.ts";
import { restoreBackup } from "../../src/server/data-folder/restore.ts";
import { enterChange, quietFiles } from "../../src/server/storage/change-gate.ts";
import { startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { granules } from "../support/mosaics/mosaics.ts";
import { runHere } from "../support/commands/run-here.ts";
import { scale } from "../support/run/scale.ts";
import {
  ask,
  catalogOf,
  catalogWith,
  cutOff,
  filesOf,
  makeWorkspace,
  putMosaic,
  send,
} from "./support.ts";

const now = () => "2026-11-22T12:00:00.000Z";
const make = (folder: string, file = join(temporaryFolder(), "b.tar")) =>
  backUp({ folder, file, version: "0.0.0-test", now }).then((made) => ({ ...made, file }));

async function makeElsewhere(folder: string): Promise<{ file: string; revision: number }> {
  const file = join(temporaryFolder(), "b.tar");
  const ran = await runCli(["backup", file, "--data", folder, "-o", "json"]);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return { file, revision: (JSON.parse(ran.stdout) as { revision: number }).revision };
}

/** Restores into a folder that is not there yet. */
async function restored(file: string): Promise<string> {
  const folder = join(temporaryFolder(), "restored");
  const { checked } = await restoreBackup({ file, folder, now });
  expect(checked.findings).toEqual([]);
  return folder;
}

async function namesIn(file: string): Promise<readonly string[]> {
  const names: string[] = [];
  await list({ file, strict: true, onReadEntry: ({ path }) => void names.push(path) });
  return names;
}

describe("a backup", () => {
  test("beside a server holds everything, for its owner only, and leaves nothing behind", async () => {
    const catalog = await startCatalog({ keystore: { password: undefined } });
    const { folder } = catalog;
    await makeWorkspace(catalog);
    await putMosaic(catalog, "rain", 3);
    writeFiles(folder, { "mine/raster.tif": "the operator's", "data/w/rain/mine.txt": "too" });
    symlinkSync("/etc", join(folder, "mine/link"));
    writeFiles(folder, { ".orphans/2026-01-01/w/x/a.tif": "not in it" });
    const file = join(temporaryFolder(), "monday.tar");
    const ran = await runHere(["backup", file, "--data", folder, "-o", "json"]);
    expect(ran).toMatchObject({
      code: 0,
      stderr: "mine/link is not in it: it is neither file nor folder.\n",
    });
    const told = JSON.parse(ran.stdout) as Readonly<Record<string, unknown>>;
    expect(told).toMatchObject({
      format_version: "1.0",
      file,
      revision: expect.any(Number) as number,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(file).size).toBe(told["bytes"]);
    const names = await namesIn(file);
    expect(names[0]).toBe("backup.json");
    expect(names.at(-1)).toBe("backup.sha256");
    const own = ["catalog.db", "keystore-password", "mine/raster.tif", "data/w/rain/mine.txt"];
    expect(names).toEqual(expect.arrayContaining(own));
    for (const name of Object.keys(granules(0, 3))) expect(names).toContain(`data/w/rain/${name}`);
    expect(names.filter((name) => /orphans|staging|lock|closed|-wal/.test(name))).toEqual([]);
    expect(readdirSync(join(folder, "staging"))).toEqual([]);
    expect(readdirSync(join(file, ".."))).toEqual(["monday.tar"]);
  });

  test.for(["backup.json", "catalog.db", "keystore-password"])(
    "may be called %s, as something in it is",
    async (name) => {
      const { folder } = await startCatalog({ keystore: { password: undefined } });
      const file = join(temporaryFolder(), name);
      expect(await runHere(["backup", file, "--data", folder])).toMatchObject({ code: 0 });
      await restored(file);
      expect(readdirSync(join(file, ".."))).toEqual([name]);
    },
  );

  test.for([
    ["a folder", "", "EISDIR"],
    ["in a folder that is not there", "none/b.tar", "ENOENT"],
    ["in a file", "file/b.tar", "ENOTDIR"],
  ] as const)(
    "that cannot be written, since it is %s, is told before it is made",
    async ([, path, code]) => {
      const { folder } = await startCatalog();
      const place = temporaryFolder();
      writeFiles(place, { file: "" });
      const file = join(place, path);
      const ran = await runHere(["backup", file, "--data", folder]);
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toContain(`${file} cannot be written (${code}) [file-unwritable]`);
    },
  );

  test("holds nothing of a store that is made while it is written", async () => {
    const catalog = await startCatalog();
    await makeWorkspace(catalog);
    await putMosaic(catalog, "rain", 3);
    const store = join(catalog.folder, "data/w");
    writeFiles(catalog.folder, { "mine/raster.tif": "the operator's" });
    const file = join(temporaryFolder(), "b.tar");
    // The time is asked for before the state that is kept, and after it.
    let asked = 0;
    const makeLate = () => {
      asked += 1;
      if (asked === 2) cpSync(join(store, "rain"), join(store, "late"), { recursive: true });
      return now();
    };
    await backUp({ folder: catalog.folder, file, version: "0.0.0-test", now: makeLate });
    expect(readdirSync(store).toSorted()).toEqual(["late", "rain"]);
    const names = await namesIn(file);
    expect(names).toContain("mine/raster.tif");
    expect(names.filter((name) => name.startsWith("data/w/late"))).toEqual([]);
    await restored(file);
  });

  test("is replaced when the next one is whole", async () => {
    const catalog = await catalogWith("rain");
    const { file } = await make(catalog.folder);
    const first = readFileSync(file);
    await putMosaic(catalog, "snow");
    const { revision } = await make(catalog.folder, file);
    expect(readFileSync(file).equals(first)).toBe(false);
    expect(
      (await restoreBackup({ file, folder: join(temporaryFolder(), "r"), now })).revision,
    ).toBe(revision);
  });

  test("of a folder without a server, stopped or cut off in the midst of an upload", async () => {
    const catalog = await catalogWith("rain");
    const cut = cutOff(catalog);
    const change = {
      action: "merge",
      place: { workspace: "w", store: "rain" },
      files: [],
      made: [],
    };
    writeFiles(cut, { "staging/mosaic-x/change.json": JSON.stringify(change) });
    const { file } = await make(cut);
    const folder = join(temporaryFolder(), "r");
    const { checked } = await restoreBackup({ file, folder, now });
    expect(checked.findings.map(({ code }) => code)).toEqual(["change-unfinished"]);
    await startCatalog({ folder });
    expect(readdirSync(join(folder, "staging"))).toEqual([]);
    await catalog.close();
    expect(filesOf(await restored((await make(catalog.folder)).file))).toEqual(
      filesOf(catalog.folder),
    );
  });

  test("keeps a server that starts meanwhile from sweeping it away", async () => {
    const catalog = await catalogWith("rain");
    const running = make(catalog.folder);
    await catalog.close();
    const again = await startCatalog({ folder: catalog.folder });
    await restored((await running).file);
    await again.close();
    const last = await startCatalog({ folder: catalog.folder });
    expect(readdirSync(join(last.folder, "staging"))).toEqual([]);
  });

  const refusals = [
    ["of no data folder", (folder: string) => [join(folder, "b.tar"), join(folder, "nowhere")]],
    ["into the folder itself", (folder: string) => [join(folder, "data/b.tar"), folder]],
    ["into a folder that is not there", (folder: string) => [join(folder, "../no/b.tar"), folder]],
  ] as const;

  test("that cannot be made is refused, and leaves nothing", async () => {
    const { folder, close } = await catalogWith("rain");
    await close();
    const before = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
    for (const [name, places] of refusals) {
      const [file, data] = places(folder);
      const ran = await runHere(["backup", file ?? "", "--data", data ?? ""]);
      expect(ran, name).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr, name).toMatch(/error|backup-failed|file-unreadable/);
      expect(ran.stderr, name).not.toMatch(/failed in a way it should not/);
      const after = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
      expect(after, name).toEqual(before);
    }
  });
});

describe("a restore", () => {
  test("gives a folder that a server starts on, with its keystore", async () => {
    const catalog = await startCatalog({ keystore: { password: undefined } });
    await makeWorkspace(catalog);
    await putMosaic(catalog, "rain", 3);
    const masterpw = { url: "/security/masterpw.json" };
    const password = await ask(catalog, 200, masterpw);
    const change = '{"oldMasterPassword":OLD,"newMasterPassword":"another long enough password"}';
    const old = JSON.stringify(
      (JSON.parse(password) as { oldMasterPassword: string }).oldMasterPassword,
    );
    const { file } = await make(catalog.folder);
    await ask(catalog, 200, {
      method: "PUT",
      url: "/security/masterpw.json",
      type: "application/json",
      payload: change.replace("OLD", old),
    });
    const folder = join(temporaryFolder(), "restored");
    const ran = await runHere(["restore", file, "--data", folder]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/restored: \d+ files of .*, the catalog at revision \d+\.\n$/);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "keystore-password")).mode & 0o777).toBe(0o600);
    const again = await startCatalog({ folder, keystore: { password: undefined } });
    expect(again.remarks).toEqual([]);
    expect(await ask(again, 200, masterpw)).toBe(password);
    expect(filesOf(join(folder, "data"))).toEqual(filesOf(join(catalog.folder, "data")));
    await putMosaic(again, "rain", 4);
  });

  const damages: Readonly<Record<string, (file: string, folder: string) => void>> = {
    "a file that is no backup": (file) => writeFileSync(file, "x".repeat(4_000)),
    "an empty file": (file) => writeFileSync(file, ""),
    "a backup that is cut off": (file) => truncateSync(file, statSync(file).size - 5_000),
    "a backup without its last byte": (file) => truncateSync(file, statSync(file).size - 1),
    "a backup with another byte": (file) => {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(30_000) ^ 1, 30_000);
      writeFileSync(file, bytes);
    },
    "a folder that is not empty": (_file, folder) => writeFiles(folder, { "mine.txt": "mine" }),
  };

  test("of what is not whole, or over something, is refused and leaves all as it is", async () => {
    const { folder: original, close } = await catalogWith("rain");
    await close();
    const { file: whole } = await make(original);
    for (const [name, damage] of Object.entries(damages)) {
      const [file, folder] = [join(temporaryFolder(), "b.tar"), temporaryFolder()];
      cpSync(whole, file);
      damage(file, folder);
      const before = readdirSync(folder);
      const ran = await runHere(["restore", file, "--data", folder, "-o", "json"]);
      expect(ran.code, name).toBe(1);
      const { diagnostics } = JSON.parse(ran.stdout) as { diagnostics: { code: string }[] };
      expect(
        diagnostics.map(({ code }) => code),
        name,
      ).toEqual(["restore-refused"]);
      expect(readdirSync(folder), name).toEqual(before);
    }
    const empty = temporaryFolder();
    mkdirSync(join(empty, "lost+found"));
    await restoreBackup({ file: whole, folder: empty, now });
    expect(existsSync(join(empty, "catalog.db"))).toBe(true);
  });
});

test("a backup waits for a change of files that is under way, and later ones wait for it", async () => {
  const folder = temporaryFolder();
  const order: string[] = [];
  const told = async <Result>(what: string, work: Promise<Result>) => {
    const result = await work;
    order.push(what);
    return result;
  };
  // Who does not have to wait is in before the next turn.
  const change = await enterChange(folder);
  const another = await enterChange(folder);
  const waiting = told("quiet", quietFiles(folder));
  await setImmediate();
  const later = told("entered", enterChange(folder));
  await setImmediate();
  another.release();
  another.release();
  await setTimeout(200);
  order.push("left");
  change.release();
  const quiet = await waiting;
  await setImmediate();
  order.push("released");
  quiet.release();
  (await later).release();
  expect(order).toEqual(["left", "quiet", "released", "entered"]);
});

interface Entry {
  readonly id: number;
  readonly path: string;
}

/** All changes of a catalog, page by page. */
async function auditOf(catalog: Pick<TestCatalog, "app">): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for (;;) {
    const url = `/plumbline/audit?limit=1000&after=${all.at(-1)?.id ?? 0}`;
    const page = JSON.parse(await ask(catalog, 200, { url })) as readonly Entry[];
    if (page.length === 0) return all;
    all.push(...page);
  }
}

test("backups under a load of writes and uploads are each what had been acknowledged, up to some point", async () => {
  const catalog = await startCatalog();
  await makeWorkspace(catalog);
  const stop = new AbortController();
  let acknowledged = 0;
  /** Small files that count up, and mosaics that are made, replaced, added to, renamed and removed. */
  const writer = async (name: string) => {
    for (let number = 0; !stop.signal.aborted; number++) {
      const payload = `${name} ${number}`;
      await ask(catalog, 201, { method: "PUT", url: `/resource/f/${name}`, payload });
      acknowledged++;
    }
  };
  const mosaics = async (name: string) => {
    const url = `/workspaces/w/coveragestores/${name}`;
    for (let number = 0; !stop.signal.aborted; number++) {
      await putMosaic(catalog, name, 3);
      await putMosaic(catalog, name, 5);
      const [granule = ""] = Object.keys(granules(number, 1));
      await send(catalog, {
        method: "POST",
        url: `${url}/file.imagemosaic?filename=${granule}`,
        type: "image/tiff",
        payload: Buffer.from(Object.values(granules(number, 1))[0] ?? []),
      });
      if (number % 2 === 1)
        await ask(catalog, 200, { method: "DELETE", url: `${url}?recurse=true&purge=all` });
      acknowledged++;
    }
  };
  const load = Promise.all([writer("a"), writer("b"), mosaics("m1"), mosaics("m2")]);
  const taken: { file: string; before: number; revision: number }[] = [];
  try {
    for (let number = 0; number < scale({ test: 2, proof: 100 }); number++) {
      const seen = acknowledged;
      const text = await ask(catalog, 200, { url: "/settings.json" });
      const before = (JSON.parse(text) as { global: { updateSequence: number } }).global
        .updateSequence;
      // Every other one by a process of its own, as people do it.
      const { file, revision } = await (number % 2 === 0 ? makeElsewhere : make)(catalog.folder);
      taken.push({ file, before, revision });
      expect(revision).toBeGreaterThanOrEqual(before);
      await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(seen);
    }
  } finally {
    stop.abort();
    await load;
  }
  const whole = await auditOf(catalog);
  for (const { file, revision } of taken) {
    const folder = await restored(file);
    const again = await catalogOf(folder);
    const audit = await auditOf(again);
    expect(whole.slice(0, audit.length)).toEqual(audit);
    expect(audit.length).toBeLessThan(whole.length);
    // What the small files say is what the last entry about each said.
    for (const name of ["a", "b"]) {
      const writes = audit.filter(({ path }) => path.endsWith(`/resource/f/${name}`)).length;
      const { statusCode, body } = await send(again, { url: `/resource/f/${name}` });
      if (writes > 0) expect(body).toBe(`${name} ${writes - 1}`);
      else expect(statusCode).toBe(404);
    }
    expect(revision).toBeGreaterThan(0);
    await again.close();
    expect((await checkFolder({ folder })).findings).toEqual([]);
  }
  process.stdout.write(
    `${taken.length} backups under ${acknowledged} writes, each a beginning of them\n`,
  );
}, 900_000);
