/** What was read of a catalog is compared with what is there, by whomever that was changed. */
import { describe, expect, test } from "vitest";
import { traces as limits } from "../../src/model/limits.ts";
import {
  serverOrigin,
  type CatalogReader,
  type CatalogWriter,
  type Trace,
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
    traceOf: (work: (reader: CatalogReader) => Promise<unknown>) =>
      catalog.read(async (reader) => {
        await work(reader);
        return reader.trace();
      }),
    /** The revision in force, where a trace reads the same there. */
    sameAt: async (trace: Trace | undefined) => {
      const revision = await catalog.revision(trace === undefined ? [] : [trace]);
      return trace?.isAt(revision) === true ? revision : undefined;
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
    /^a file$|with its/,
  ],
  ["a new file", (writer) => writer.writeFile("styles/c.sld", Buffer.from("other")), /file that/],
  ["its place", (writer) => writer.moveFile("styles/a.sld", "styles/c.sld"), /file/],
];

describe("in a folder", () => suite(sqliteCatalogs));
describePostgres("in a database", (database) => suite(postgresCatalogs(database)));

function suite(catalogs: Catalogs): void {
  test.for(changes)(
    "of what was read, those see a change of it who would read it otherwise: %s",
    async ([, change, sees]) => {
      const { place, write, traceOf, sameAt } = await withStyles(catalogs);
      const read = new Map<string, Trace | undefined>();
      for (const [what, look] of looks) read.set(what, await traceOf(look));
      for (const [what] of looks) expect(await sameAt(read.get(what)), what).toBe(1);
      // Another process changes it, and then this one something else.
      const other = await open(place);
      await other.write(change);
      for (const [what] of looks)
        expect(await sameAt(read.get(what)), what).toBe(sees.test(what) ? undefined : 2);
      await write((writer) => writer.put(key("z", "w"), { ...value, fileName: "z.sld" }));
      for (const [what] of looks)
        expect(await sameAt(read.get(what)), what).toBe(sees.test(what) ? undefined : 3);
    },
  );

  test("what was changed and changed back is read the same, but for its times", async () => {
    const { write, traceOf, sameAt } = await withStyles(catalogs);
    const absent = await traceOf((reader) => reader.get("style", null, "c"));
    const present = await traceOf((reader) => reader.get("style", null, "a"));
    await write(async (writer) => {
      await writer.put(key("c"), value);
      await writer.put(key("a"), { ...value, version: "1.1.0" });
    });
    await write(async (writer) => {
      await writer.remove(key("c"));
      await writer.put(key("a"), value);
    });
    expect([await sameAt(absent), await sameAt(present)]).toEqual([3, undefined]);
  });

  test.for<readonly [string, (reader: CatalogReader) => Promise<unknown>]>([
    ["identities", (reader) => reader.identities("styles")],
    ["the revision", (reader) => reader.revision()],
    ["entries", (reader) => reader.audit(0, 10)],
    ["indexes", (reader) => reader.granuleIndexes({ workspace: "w" })],
  ])("what cannot be compared is not said to be the same: %s", async ([, look]) => {
    const { traceOf, sameAt } = await withStyles(catalogs);
    const both = async (reader: CatalogReader) => {
      await look(reader);
      await reader.get("style", null, "a");
    };
    for (const one of [look, both]) expect(await sameAt(await traceOf(one))).toBeUndefined();
  });

  test("more than can be compared in no time is not noted, and a reader knows of its own work alone", async () => {
    const { write, traceOf, sameAt } = await withStyles(catalogs);
    const many = async (reader: CatalogReader) => {
      for (let time = 0; time <= limits.statements; time++) await reader.get("style", null, "a");
    };
    expect(await traceOf(many)).toBeUndefined();
    await write((writer) =>
      writer.put(key("long"), { ...value, fileName: "l".repeat(limits.characters) }),
    );
    expect(await traceOf((reader) => reader.get("style", null, "long"))).toBeUndefined();
    const traces = await Promise.all(
      ["a", "b"].map((name) => traceOf((reader) => reader.get("style", null, name))),
    );
    await write((writer) => writer.put(key("a"), value));
    expect([await sameAt(traces[0]), await sameAt(traces[1])]).toEqual([undefined, 3]);
  });
}
