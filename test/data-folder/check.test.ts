/** `plumbline check`: what is wrong in a data folder is found and reported, and nothing in it is touched. */
import {
  appendFileSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { checkFolder } from "../../src/server/data-folder/check.ts";
import { sld } from "../support/estates/artefacts.ts";
import { KEYSTORE_PASSWORD, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { granuleName } from "../support/mosaics/mosaics.ts";
import { runHere } from "../support/commands/run-here.ts";
import { scale, slice, testInProof } from "../support/run/scale.ts";
import { ask, catalogOf, cutOff, makeWorkspace, putMosaic } from "./support.ts";

const env = { PLUMBLINE_MASTER_PASSWORD: KEYSTORE_PASSWORD };
const check = (data: string, ...more: readonly string[]) =>
  runHere(["check", "--data", data, ...more], { env });

/** Fills a folder with a bit of everything, and ends its server. */
async function fill(folder: string): Promise<void> {
  const catalog = await catalogOf(folder);
  await makeWorkspace(catalog);
  await putMosaic(catalog, "rain");
  const style = { url: "/styles?name=s", type: "application/vnd.ogc.sld+xml", payload: sld() };
  await ask(catalog, 201, { method: "POST", ...style });
  for (const path of ["/resource/f/a.txt", "/resource/f/b.txt"])
    await ask(catalog, 201, { method: "PUT", url: path, payload: "one content for two" });
  const parameters =
    '<entry key="dbtype">postgis</entry><entry key="passwd">not to be seen</entry>';
  const store = `<dataStore><name>pg</name><connectionParameters>${parameters}</connectionParameters></dataStore>`;
  const stores = "/workspaces/w/datastores";
  await ask(catalog, 201, { method: "POST", url: stores, type: "text/xml", payload: store });
  await ask(catalog, 200, { url: "/plumbline/digest?kind=Style" });
  await catalog.close();
}

let made = "";
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), "plumbline-check-test-"));
  await fill(made);
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** The folder again, to be damaged. */
function copy(): string {
  const folder = temporaryFolder();
  cpSync(made, folder, { recursive: true });
  return folder;
}

/** Everything about every file: what is there, its bytes and its times. */
function imageOf(folder: string): Readonly<Record<string, unknown>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths.map((path) => {
      const { mtimeMs, ctimeMs, size, ino, mode } = lstatSync(join(folder, path));
      return [path, { mtimeMs, ctimeMs, size, ino, mode }];
    }),
  );
}

describe("a sound folder", () => {
  test("is reported so, and stays as it is to the last byte", async () => {
    const before = imageOf(made);
    const ran = await check(made);
    expect(ran, ran.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(
      /^Nothing is wrong in .*\. 23 records, 10 contents and 5 files were/,
    );
    expect(imageOf(made)).toEqual(before);
    const { stdout } = await check(made, "-o", "json");
    expect(JSON.parse(stdout)).toEqual({
      format_version: "1.0",
      data: made,
      healthy: true,
      served: false,
      looked_at: { records: 23, contents: 10, files: 5 },
      findings: [],
      more: 0,
      not_looked_at: [],
      remarks: [],
    });
    expect(imageOf(made)).toEqual(before);
  });

  test("is so while a server works on it, with all that is in its log", async () => {
    const folder = copy();
    const catalog = await startCatalog({ folder });
    await putMosaic(catalog, "snow", 3);
    const { code, stdout } = await check(folder);
    expect(stdout).toMatch(/^Nothing is wrong in .*\. A server works on it\. .* 11 files were/);
    expect(code).toBe(0);
    const cut = cutOff(catalog);
    const before = imageOf(cut);
    expect(Object.keys(before)).toContain("catalog.db-wal");
    expect((await check(cut)).stdout).toMatch(/^Nothing is wrong in \S+\. \d.* 11 files were/);
    expect(imageOf(cut)).toEqual(before);
  });

  test("is so in the midst of changes, too", async () => {
    const folder = copy();
    const catalog = await startCatalog({ folder });
    const changes = (async () => {
      for (let number = 0; number < scale({ test: 4, proof: 60 }); number++) {
        await putMosaic(catalog, `m${number}`, 6);
        await putMosaic(catalog, `m${number}`, 9);
        const url = `/workspaces/w/coveragestores/m${number}?recurse=true&purge=all`;
        await ask(catalog, 200, { method: "DELETE", url });
      }
    })();
    const ended = new AbortController();
    void changes.finally(() => ended.abort());
    let checks = 0;
    for (; !ended.signal.aborted; checks++)
      expect((await checkFolder({ folder })).findings).toEqual([]);
    await changes;
    expect(checks).toBeGreaterThan(1);
  }, 120_000);

  test("without a password the keystore is not tried, and that is said", async () => {
    const { code, stdout } = await runHere(["check", "--data", made]);
    expect(code).toBe(0);
    expect(stdout).toContain("No password is available");
  });

  test("a folder that is none is reported", async () => {
    const { code, stderr } = await check(join(made, "nowhere"));
    expect(code).toBe(1);
    expect(stderr).toContain("nowhere");
  });
});

const granule = `data/w/rain/${granuleName(1)}`;
const sql = (statement: string) => (folder: string) => {
  const database = new DatabaseSync(join(folder, "catalog.db"));
  database.exec(`PRAGMA journal_mode = DELETE; ${statement}; PRAGMA journal_mode = WAL`);
  database.close();
};
const flip = (path: string, at: number) => (folder: string) => {
  const bytes = readFileSync(join(folder, path));
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(join(folder, path), bytes);
};

/** What is done to a folder, and what is found: code, where, and a part of what is said. */
const damages: Readonly<
  Record<string, readonly [damage: (folder: string) => void, code: string, where: string | RegExp]>
> = {
  "a granule of another byte": [flip(granule, 60), "file-damaged", granule],
  "a granule of another length": [
    (folder) => appendFileSync(join(folder, granule), "x"),
    "file-damaged",
    granule,
  ],
  "a granule that is gone": [(folder) => rmSync(join(folder, granule)), "file-missing", granule],
  "a row of the index without a file": [
    sql("UPDATE granules_1 SET a0 = 'elsewhere.tif' WHERE id = 1"),
    "granule-missing",
    "data/w/rain/elsewhere.tif",
  ],
  "a folder of a store that is gone": [
    (folder) => rmSync(join(folder, "data"), { recursive: true }),
    "folder-missing",
    "data/w/rain",
  ],
  "a folder of another store": [
    (folder) => {
      const path = join(folder, "data/w/rain/.plumbline-store");
      writeFileSync(path, readFileSync(path, "utf8").replace('"store":"rain"', '"store":"snow"'));
    },
    "folder-of-another",
    "data/w/rain",
  ],
  "a folder that no store has": [
    (folder) =>
      cpSync(join(folder, "data/w/rain"), join(folder, "data/w/gone"), { recursive: true }),
    "folder-unknown",
    "data/w/gone",
  ],
  "an index without a table": [sql("DROP TABLE granules_1"), "index-missing", /^index of w:rain/],
  "a table without an index": [sql("CREATE TABLE granules_7 (a)"), "index-unknown", "granules_7"],
  "an index of no mosaic": [
    sql("UPDATE granule_indexes SET coverage = 'other'"),
    "index-unknown",
    "index of w:rain, other",
  ],
  "a content of other bytes": [
    sql("UPDATE blobs SET content = zeroblob(19) WHERE length(content) = 19"),
    "content-damaged",
    "f/a.txt",
  ],
  "a content that is gone": [
    sql("DELETE FROM blobs WHERE length(content) = 19"),
    "content-missing",
    "f/b.txt",
  ],
  "a content of no file": [
    sql("DELETE FROM files WHERE path LIKE 'f/%'"),
    "content-unused",
    /^catalog\.db, content sha256-/,
  ],
  "a meaning of something else": [
    sql("UPDATE identities SET identity = 'xml:sha256-0'"),
    "record-damaged",
    /^styles\//,
  ],
  "a record that is none": [
    sql("UPDATE records SET value = '{' WHERE kind = 'style' AND name = 's'"),
    "record-damaged",
    "style s",
  ],
  "a layer of a style that is gone": [
    sql("DELETE FROM records WHERE kind = 'style' AND name = 'raster'"),
    "record-dangling",
    "layer w:rain",
  ],
  "a workspace that is gone": [
    sql("DELETE FROM records WHERE kind = 'workspace'"),
    "record-dangling",
    "mosaic w:rain",
  ],
  "a link that is gone": [sql("DELETE FROM links"), "link-wrong", "layer w:rain"],
  "a link of nothing": [sql("UPDATE links SET name = 'none'"), "link-wrong", "layer w:none"],
  "a password of a store that cannot be opened": [
    sql("UPDATE records SET value = replace(value, 'crypt1:', 'crypt1:AAAA') WHERE name = 'pg'"),
    "secret-damaged",
    "data-store w:pg",
  ],
  "a key that no password opens": [
    sql(
      "UPDATE records SET value = replace(value, '\"salt\":\"', '\"salt\":\"AAAA') WHERE kind = 'keystore'",
    ),
    "keystore-closed",
    "keystore-password",
  ],
  "counters that are behind": [sql("UPDATE counters SET value = 1"), "catalog-older", "catalog.db"],
  "a database of another version": [
    sql("UPDATE versions SET version = 99"),
    "catalog-version",
    "catalog.db",
  ],
  "no database": [(folder) => rmSync(join(folder, "catalog.db")), "catalog-missing", "catalog.db"],
  "what is no database": [
    (folder) => writeFileSync(join(folder, "catalog.db"), "x".repeat(9_000)),
    "database-damaged",
    "catalog.db",
  ],
  "a page of an index that says something else": [
    (folder) => {
      const database = new DatabaseSync(join(folder, "catalog.db"));
      const query = "SELECT rootpage FROM sqlite_master WHERE name = 'files_by_digest'";
      const page = Number(database.prepare(query).get()?.["rootpage"]);
      database.close();
      // The number of its cells.
      flip("catalog.db", (page - 1) * 4_096 + 4)(folder);
    },
    "database-damaged",
    "catalog.db",
  ],
  "a log that is cut off": [
    (folder) => writeFileSync(join(folder, "catalog.db-wal"), "x".repeat(5_000)),
    "log-damaged",
    "catalog.db-wal",
  ],
  "a change that was cut off": [
    (folder) =>
      writeFiles(folder, {
        "staging/mosaic-x/change.json": '{"action":"create","place":{"workspace":"w","store":"x"}}',
      }),
    "change-unfinished",
    "staging/mosaic-x",
  ],
  "files that were set aside": [
    (folder) => writeFiles(folder, { ".orphans/2026-01-02/w/x/a.tif": "a" }),
    "orphans",
    ".orphans/2026-01-02",
  ],
};

describe("what is wrong", () => {
  test.for(slice(Object.keys(damages), { test: 8 }))("%s", async (name) => {
    const [damage, code, where] = damages[name] ?? [];
    const folder = copy();
    damage?.(folder);
    const before = imageOf(folder);
    const { findings: faults } = await checkFolder({
      folder,
      keystorePassword: secret(KEYSTORE_PASSWORD),
    });
    const wanted = typeof where === "string" ? where : expect.stringMatching(where ?? "");
    expect(faults).toContainEqual({ code, where: wanted, message: expect.stringMatching(/^[^.]/) });
    expect(imageOf(folder)).toEqual(before);
  });

  test("is reported with what to do, as text and as JSON, and ends with 1", async () => {
    const folder = copy();
    flip(granule, 60)(folder);
    const text = await check(folder);
    expect(text).toMatchObject({ code: 1, stderr: "" });
    expect(text.stdout).toMatch(
      new RegExp(`^file-damaged {2}${granule}: Its content .*\\.\n +Upload it again; `),
    );
    expect(text.stdout).toMatch(/\n\n1 finding in /);
    const json = await check(folder, "-o", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      healthy: false,
      findings: [{ code: "file-damaged", where: granule, advice: expect.any(String) as string }],
    });
  });
});

describe("what starts set aside", () => {
  const orphaned = () => {
    const folder = copy();
    writeFiles(folder, { ".orphans/2026-01-02/w/x/a.tif": "abc", ".orphans/2026-01-03/b": "d" });
    return folder;
  };

  test("is deleted where it is wanted, and nothing else", async () => {
    const folder = orphaned();
    const before = Object.keys(imageOf(folder)).filter((path) => !path.startsWith(".orphans"));
    const ran = await check(folder, "--remove-orphans", "--yes");
    expect(ran).toMatchObject({ code: 0, stdout: "2 files with 4 bytes were deleted.\n" });
    expect(Object.keys(imageOf(folder))).toEqual(before);
    const again = await check(folder, "--remove-orphans", "-o", "json");
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ removed: { files: 0, bytes: 0 } });
  });

  test("stays where nobody is there to ask", async () => {
    const folder = orphaned();
    const before = imageOf(folder);
    const ran = await check(folder, "--remove-orphans");
    expect(ran).toMatchObject({ code: 64, stdout: "" });
    expect(ran.stderr).toContain("--yes");
    expect(imageOf(folder)).toEqual(before);
  });
});

testInProof(
  "more granules are missing than a call takes arguments",
  async () => {
    const folder = copy();
    const count = 140_000;
    const database = new DatabaseSync(join(folder, "catalog.db"));
    const columns = database
      .prepare("SELECT name FROM pragma_table_info('granules_1') WHERE name <> 'id'")
      .all()
      .map(({ name }) => String(name));
    const row = database.prepare("SELECT * FROM granules_1 LIMIT 1").get() ?? {};
    const isLocation = (name: string) => String(row[name]).endsWith(".tif");
    const values = columns.map((name) => (isLocation(name) ? `'gone-' || n || '.tif'` : name));
    database.exec(
      `WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ${count})
       INSERT INTO granules_1 (${columns.join(", ")})
       SELECT ${values.join(", ")} FROM more, (SELECT * FROM granules_1 LIMIT 1)`,
    );
    database.close();
    const keystorePassword = secret(KEYSTORE_PASSWORD);
    const { findings: faults } = await checkFolder({ folder, keystorePassword });
    const counts = Object.entries(Object.groupBy(faults, ({ code }) => code));
    expect(Object.fromEntries(counts.map(([code, found]) => [code, found.length]))).toEqual({
      "granule-missing": count,
    });
  },
  240_000,
);
