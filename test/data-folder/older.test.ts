/**
 * Starts on a catalog that is older than the files beside it, on none, or on another one: nothing is
 * deleted, and it takes the operator's word to go on.
 */
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { XML } from "../support/mosaics/mosaics.ts";
import { slice } from "../support/run/scale.ts";
import { ask, catalogWith, cutOff, filesOf, makeWorkspace, putMosaic } from "./support.ts";

const database = (folder: string) => join(folder, "catalog.db");
const note = (folder: string) => join(folder, "catalog.closed.json");

/** A stopped folder with the mosaics m1 and m2, and what its database was before m2. */
async function twoMosaics(): Promise<{ folder: string; before: Buffer }> {
  const first = await catalogWith("m1");
  const { folder } = first;
  await first.close();
  const before = readFileSync(database(folder));
  const second = await startCatalog({ folder });
  await putMosaic(second, "m2", 3);
  await second.close();
  return { folder, before };
}

/** Without the extra evidence of a server that ended in peace. */
const forgetEnd = (folder: string) => rmSync(note(folder));

async function otherCatalog(folder: string): Promise<void> {
  const other = await catalogWith("m1");
  await other.close();
  cpSync(database(other.folder), database(folder));
}

const cases: Readonly<Record<string, (folder: string, before: Buffer) => Promise<void> | void>> = {
  "an older one": (folder, before) => writeFileSync(database(folder), before),
  "an older one after a crash": (folder, before) => {
    forgetEnd(folder);
    writeFileSync(database(folder), before);
  },
  "an empty one": (folder) => truncateSync(database(folder)),
  none: (folder) => rmSync(database(folder)),
  "none after a crash": (folder) => {
    forgetEnd(folder);
    rmSync(database(folder));
  },
  "another one": otherCatalog,
  "another one after a crash": (folder) => {
    forgetEnd(folder);
    return otherCatalog(folder);
  },
};

describe.for(slice(Object.keys(cases), { test: 1 }))("a folder with %s", (name) => {
  test("is refused and left alone, until it is accepted; then files are set aside", async () => {
    const { folder, before } = await twoMosaics();
    await cases[name]?.(folder, before);
    const files = filesOf(folder);
    expect(Object.keys(files).filter((path) => /m2\/.*\.tif$/.test(path))).toHaveLength(3);
    await expect(startCatalog({ folder })).rejects.toThrow(
      /^The catalog in .* is older than what lies beside it, or another one\. Nothing was changed\.\n- .*--accept-older-catalog/s,
    );
    expect(filesOf(folder)).toEqual(files);
    const catalog = await startCatalog({ folder, acceptsOlderCatalog: true });
    expect(catalog.remarks).toContainEqual(expect.stringMatching(/older catalog was accepted/));
    const aside = /^data\/w\/m2 is of no store that the catalog knows\. It is (\S+) now/;
    const remark = catalog.remarks.find((one) => aside.test(one)) ?? "";
    const to = aside.exec(remark)?.[1] ?? "";
    expect(to).toMatch(/^\.orphans\/\d{4}-\d\d-\d\d\/w\/m2$/);
    const moved = Object.entries(filesOf(folder)).map(([path, digest]) => [
      path.replace(/^\.orphans\/[^/]*\//, "data/"),
      digest,
    ]);
    expect(Object.fromEntries(moved)).toEqual(files);
    await catalog.close();
    const again = await startCatalog({ folder });
    expect(again.remarks).toEqual([]);
    const { updateSequence } = (
      JSON.parse(await ask(again, 200, { url: "/settings.json" })) as {
        global: { updateSequence: number };
      }
    ).global;
    // The numbers of the newer catalog were given away.
    expect(updateSequence).toBeGreaterThan(6);
  });
});

test("counters behind what they counted are an older part", async () => {
  const { folder, close } = await catalogWith("m1");
  await close();
  forgetEnd(folder);
  const raw = new DatabaseSync(database(folder));
  raw.exec("UPDATE counters SET value = 1; UPDATE sqlite_sequence SET seq = 0");
  raw.close();
  await expect(startCatalog({ folder })).rejects.toThrow(/audit is at revision \d+, this is at 1/);
  const again = await startCatalog({ folder, acceptsOlderCatalog: true });
  const [behind] = again.remarks.flatMap((one) => /goes on behind (\d+)/.exec(one)?.[1] ?? []);
  expect(Number(behind)).toBeGreaterThan(1);
  // Numbers that the database gives are beyond what has one.
  await putMosaic(again, "m2");
});

test("a folder of version 0.1, whose files say nothing of a catalog, is adopted", async () => {
  const { folder, close } = await catalogWith("m1");
  await close();
  forgetEnd(folder);
  const raw = new DatabaseSync(database(folder));
  raw.exec("DELETE FROM records WHERE name = 'catalog-id'");
  raw.close();
  const ownership = join(folder, "data/w/m1/.plumbline-store");
  const [head = "", ...lines] = readFileSync(ownership, "utf8").trimEnd().split("\n");
  const paths = lines
    .map((line) => JSON.parse(line) as { path?: string })
    .flatMap(({ path }) => (path === undefined ? [] : [JSON.stringify(path)]));
  expect(paths).toHaveLength(5);
  writeFileSync(ownership, `${[head, ...paths].join("\n")}\n`);
  const files = filesOf(folder);
  const catalog = await startCatalog({ folder });
  expect(catalog.remarks).toEqual([]);
  await catalog.close();
  expect(filesOf(folder)).toEqual(files);
  expect(readFileSync(ownership, "utf8")).toMatch(/\{"catalog":"[^"]+","revision":\d+\}\n$/);
  await otherCatalog(folder);
  forgetEnd(folder);
  await expect(startCatalog({ folder })).rejects.toThrow(/the files in data\/w\/m1 are of/);
});

test("a record that is older than one of its fields takes what clients say of that field", async () => {
  const { folder, app, close } = await startCatalog();
  await makeWorkspace({ app });
  const stores = "/workspaces/w/coveragestores";
  const fields = "<name>dem</name><workspace>w</workspace><type>GeoTIFF</type>";
  const posts = [
    [stores, `<coverageStore>${fields}</coverageStore>`],
    [`${stores}/dem/coverages`, "<coverage><name>dem</name></coverage>"],
  ] as const;
  for (const [url, payload] of posts)
    await ask({ app }, 201, { method: "POST", url, type: XML, payload });
  await close();
  const raw = new DatabaseSync(database(folder));
  for (const [kind, field] of [
    ["layer", "queryable"],
    ["coverage-store", "description"],
    ["coverage", "title"],
  ] as const)
    raw
      .prepare("UPDATE records SET value = json_remove(value, ?) WHERE kind = ? AND name = 'dem'")
      .run(`$.${field}`, kind);
  raw.close();
  const again = await startCatalog({ folder });
  for (const [url, root, payload, shown] of [
    ["/layers/w:dem", "layer", "<queryable>false</queryable>", /"queryable":false/],
    [`${stores}/dem`, "coverageStore", "<description>D</description>", /"description":"D"/],
    [`${stores}/dem/coverages/dem`, "coverage", "<title>T</title>", /"title":"T"/],
  ] as const) {
    const body = `<${root}>${payload}</${root}>`;
    await ask(again, 200, { method: "PUT", url, type: XML, payload: body });
    expect(await ask(again, 200, { url: `${url}.json` })).toMatch(shown);
  }
});

test("a store that is deleted while its files stay leaves nothing that would be older", async () => {
  const catalog = await catalogWith("m1");
  await ask(catalog, 200, { method: "DELETE", url: "/workspaces/w?recurse=true" });
  await catalog.close();
  const files = filesOf(catalog.folder);
  const again = await startCatalog({ folder: catalog.folder });
  expect(again.remarks).toEqual([]);
  expect(filesOf(catalog.folder)).toEqual(files);
});

describe("a log", () => {
  const styles = async (count: number) => {
    const catalog = await startCatalog();
    await makeWorkspace(catalog);
    for (let number = 0; number < count; number++) {
      const payload = "x".repeat(500 + number);
      await ask(catalog, 201, { method: "PUT", url: `/resource/f/${number}.txt`, payload });
    }
    return cutOff(catalog);
  };
  const count = async (folder: string) => {
    const catalog = await startCatalog({ folder });
    const listing = await ask(catalog, 200, { url: "/resource/f?format=json" });
    await catalog.close();
    return { count: new Set(listing.match(/\d+\.txt/g)).size, remarks: catalog.remarks };
  };

  test("that is whole is taken without a word", async () => {
    expect(await count(await styles(20))).toMatchObject({ remarks: [] });
  });

  /** Where the page of a number begins. */
  const page = (number: number) => 32 + 4_120 * number;

  const cuts = [
    ["cut within a page", (pages: number) => page(pages - 10) + 7],
    ["cut between pages", (pages: number) => page(pages - 10)],
  ] as const;

  test.for(slice(cuts, { test: 1 }))(
    "%s is told, and the catalog starts with what is left",
    async ([_name, left]) => {
      const folder = await styles(20);
      const log = `${database(folder)}-wal`;
      truncateSync(log, left((readFileSync(log).byteLength - 32) / 4_120));
      const found = await count(folder);
      expect(found.count).toBeLessThan(20);
      expect(found.remarks).toEqual([expect.stringMatching(/^The log catalog\.db-wal .* is lost/)]);
    },
  );

  test("with a damaged page is reported", async () => {
    const folder = await styles(20);
    const log = `${database(folder)}-wal`;
    const bytes = readFileSync(log);
    const pages = (bytes.byteLength - 32) / 4_120;
    bytes.writeUInt8(bytes.readUInt8(page(pages - 10) + 1_000) ^ 1, page(pages - 10) + 1_000);
    writeFileSync(log, bytes);
    const found = await count(folder);
    expect(found.count).toBeLessThan(20);
    expect(found.remarks).toEqual([expect.stringContaining(`is damaged at page ${pages - 9}. `)]);
  });

  test("that is gone leaves no catalog, which takes more than being reported", async () => {
    const folder = await styles(1);
    truncateSync(`${database(folder)}-wal`);
    await expect(startCatalog({ folder })).rejects.toThrow(
      /catalog\.db is empty, and a server was here before\n- the log catalog\.db-wal is truncated/,
    );
  });
});

test("a folder for a new catalog may hold what the operator put there", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "granule.tif"), "mine");
  await expect(startCatalog({ folder })).resolves.toMatchObject({ remarks: [] });
});
