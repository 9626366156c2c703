/** What was read of a catalog is known to be unchanged or not, by whomever the catalog was changed. */
import { describe, expect, test } from "vitest";
import { seenChanges as limits } from "../../src/model/limits.ts";
import {
  serverOrigin,
  type Basis,
  type CatalogReader,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { postgresCatalogs, sqliteCatalogs, type CatalogPlace, type Catalogs } from "./catalogs.ts";

const value = { format: "sld", version: "1.0.0", fileName: "a.sld", legend: null } as const;
const key = (name: string, workspace: string | null = null) =>
  ({ kind: "style", workspace, name }) as const;

let now = 0;

async function open(place: CatalogPlace) {
  const catalog = await place.open(() => new Date(++now * 1_000).toISOString());
  return {
    place,
    write: (work: (writer: CatalogWriter) => Promise<unknown>) => catalog.write(serverOrigin, work),
    basisOf: async (work: (reader: CatalogReader) => Promise<unknown>): Promise<Basis> => {
      const since = await catalog.revision();
      const dependencies = await catalog.read(async (reader) => {
        await work(reader);
        return reader.dependencies();
      });
      return { since, dependencies };
    },
    /** The revision in force, where what was read is unchanged there. */
    sameAt: async (basis: Basis | undefined) => {
      const revision = await catalog.revision();
      if (basis === undefined) return undefined;
      const isUnchanged = catalog.isUnchanged(basis);
      expect(await catalog.read((reader) => reader.isUnchanged(basis))).toBe(isUnchanged);
      return isUnchanged ? revision : undefined;
    },
  };
}

/** Two styles, of which one has content and the other has none. */
async function withStyles({ fresh }: Catalogs) {
  const catalog = await open(fresh());
  await catalog.write(async (writer) => {
    await writer.put(key("a"), value);
    await writer.put(key("b"), { ...value, fileName: "b.sld" });
    await writer.writeFile("styles/a.sld", Buffer.from("content"));
  });
  return catalog;
}

const looks: readonly (readonly [string, (reader: CatalogReader) => Promise<unknown>])[] = [
  ["a record", (reader) => reader.get("style", null, "a")],
  ["a record that is not there", (reader) => reader.get("style", null, "c")],
  ["a file", (reader) => reader.file("styles/a.sld")],
  ["a file that is not there", (reader) => reader.file("styles/c.sld")],
  ["a short list", (reader) => reader.list("style", null)],
  ["what is linked", (reader) => reader.linked("style", 'content:"a.sld"')],
  ["what contents of a folder with it mean", (reader) => reader.identities("styles")],
  [
    "a file with its content",
    async (reader) => {
      const file = await reader.file("styles/a.sld");
      return file && reader.content(file);
    },
  ],
];

/** Changes, and which of the looks see them. */
const changes: readonly (readonly [string, (writer: CatalogWriter) => Promise<void>, RegExp])[] = [
  ["nothing of it", (writer) => writer.put(key("a", "w"), value), /linked/],
  [
    "the record",
    (writer) => writer.put(key("a"), { ...value, version: "1.1.0" }),
    /^a record$|list|linked/,
  ],
  ["its times alone", (writer) => writer.put(key("a"), value), /^a record$|list|linked/],
  ["a new one", (writer) => writer.put(key("c"), value), /record that|list|linked/],
  ["its removal", (writer) => writer.remove(key("a")), /^a record$|list|linked/],
  [
    "its name",
    (writer) => writer.rename(key("a"), { workspace: null, name: "c" }),
    /record|list|linked/,
  ],
  [
    "the content",
    (writer) => writer.writeFile("styles/a.sld", Buffer.from("other")),
    /^a file$|with it/,
  ],
  [
    "a new file",
    (writer) => writer.writeFile("styles/c.sld", Buffer.from("other")),
    /file that|with it mean/,
  ],
  ["its place", (writer) => writer.moveFile("styles/a.sld", "styles/c.sld"), /file|with it mean/],
];

describe("in a folder", () => suite(sqliteCatalogs));
describePostgres("in a database", (database) => suite(postgresCatalogs(database)));

function suite(catalogs: Catalogs): void {
  test.for(changes)(
    "of what was read, those see a change of it who would read it otherwise: %s",
    async ([, change, sees]) => {
      const { place, write, basisOf, sameAt } = await withStyles(catalogs);
      const read = new Map<string, Basis>();
      for (const [what, look] of looks) read.set(what, await basisOf(look));
      for (const [what] of looks) expect(await sameAt(read.get(what)), what).toBe(1);
      // Another process changes it, and then this one something else.
      const other = await open(place);
      await other.write(change);
      for (const [what] of looks)
        expect(await sameAt(read.get(what)), what).toBe(sees.test(what) ? undefined : 2);
      await write((writer) => writer.writeFile("data/z", Buffer.from("something else")));
      for (const [what] of looks)
        expect(await sameAt(read.get(what)), what).toBe(sees.test(what) ? undefined : 3);
    },
  );

  test("what was changed and changed back counts as changed", async () => {
    const { write, basisOf, sameAt } = await withStyles(catalogs);
    const absent = await basisOf((reader) => reader.get("style", null, "c"));
    await write((writer) => writer.put(key("c"), value));
    await write((writer) => writer.remove(key("c")));
    expect(await sameAt(absent)).toBeUndefined();
  });

  test.for<readonly [string, (reader: CatalogReader) => Promise<unknown>]>([
    ["the revision", (reader) => reader.revision()],
    ["entries", (reader) => reader.audit(0, 10)],
    ["an index", (reader) => reader.granules({ workspace: "w", store: "s", coverage: "c" })],
    ["a session", (reader) => reader.session("digest")],
  ])(
    "what depends on more than records and files is changed by everything: %s",
    async ([, look]) => {
      const { write, basisOf, sameAt } = await withStyles(catalogs);
      const found = await basisOf(async (reader) => {
        await look(reader);
        await reader.get("style", null, "a");
      });
      expect(await sameAt(found)).toBe(1);
      await write((writer) => writer.put(key("z"), value));
      expect(await sameAt(found)).toBeUndefined();
    },
  );

  test("where a change does not tell what it touched, everything counts as changed", async () => {
    const { write, basisOf, sameAt } = await withStyles(catalogs);
    const one = await basisOf((reader) => reader.get("style", null, "a"));
    await write(async (writer) => {
      for (let number = 0; number <= limits.rows; number++)
        await writer.put(key(`many-${number}`), value);
    });
    expect(await sameAt(one)).toBeUndefined();
    const again = await basisOf((reader) => reader.get("style", null, "a"));
    expect(await sameAt(again)).toBe(2);
  });

  test("more changes than are followed at once leave nothing known", async () => {
    const { place, write, basisOf, sameAt } = await withStyles(catalogs);
    const one = await basisOf((reader) => reader.get("style", null, "a"));
    const other = await open(place);
    for (let number = 0; number <= limits.entries; number++)
      await other.write((writer) => writer.put(key("z"), value));
    expect(await sameAt(one)).toBeUndefined();
    const again = await basisOf((reader) => reader.get("style", null, "a"));
    await write((writer) => writer.put(key("z"), value));
    expect(await sameAt(again)).toBe(limits.entries + 3);
  });

  test("a reader knows of its own work alone", async () => {
    const { write, basisOf, sameAt } = await withStyles(catalogs);
    const found = await Promise.all(
      ["a", "b"].map((name) => basisOf((reader) => reader.get("style", null, name))),
    );
    await write((writer) => writer.put(key("a"), value));
    expect([await sameAt(found[0]), await sameAt(found[1])]).toEqual([undefined, 2]);
  });
}
