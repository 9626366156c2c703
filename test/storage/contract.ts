/** What every store of a catalog does, whatever it is made of. */
import { expect, test } from "vitest";
import {
  serverOrigin,
  type Catalog,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import type { Catalogs } from "./catalogs.ts";

const style = { format: "sld", version: "1.0.0", fileName: "a.sld", legend: null } as const;
const key = (name: string, workspace: string | null = null) =>
  ({ kind: "style", workspace, name }) as const;
const bytes = (text: string) => new TextEncoder().encode(text);

const put = (catalog: Catalog, name: string) =>
  catalog.write(serverOrigin, (writer) => writer.put(key(name), style));
const names = (catalog: Catalog) =>
  catalog.read(async (reader) => (await reader.list("style")).map(({ name }) => name));

/** In the order of their UTF-8 bytes, which is that of no language. */
const NAMES = ["A", "B", "Z", "a", "a-b", "aB", "a_b", "ab", "Ä", "ä", "é", "日本", "\u{1f600}"];

/** The suite. */
export function contract(catalogs: Catalogs): void {
  records(catalogs);
  files(catalogs);
  units(catalogs);
  apart(catalogs);
}

function records({ fresh }: Catalogs): void {
  test("a record is what was put, with its times", async () => {
    let now = "2024-01-01T00:00:00Z";
    const catalog = await fresh().open(() => now);
    const value = { ...style, fileName: "a \u0000 ' \" \\ \ud800 日本.sld" };
    await catalog.write(serverOrigin, (writer) => writer.put(key("s", "w"), value));
    now = "2024-01-02T00:00:00Z";
    const found = () => catalog.read((reader) => reader.get("style", "w", "s"));
    const expected = { workspace: "w", name: "s", value, created: "2024-01-01T00:00:00Z" };
    expect(await found()).toEqual({ ...expected, modified: null });
    await catalog.write(serverOrigin, (writer) => writer.put(key("s", "w"), style));
    expect(await found()).toEqual({ ...expected, value: style, modified: now });
    expect(await catalog.read((reader) => reader.get("style", null, "s"))).toBeUndefined();
    await catalog.write(serverOrigin, (writer) => writer.remove(key("s", "w")));
    expect(await found()).toBeUndefined();
  });

  test("lists are in order of bytes, of a scope or of all", async () => {
    const catalog = await fresh().open();
    await catalog.write(serverOrigin, async (writer) => {
      for (const name of NAMES.toReversed()) {
        await writer.put(key(name), style);
        await writer.put(key("in", name), style);
      }
    });
    expect(await catalog.read(async (reader) => (await reader.list("style", null)).length)).toBe(
      NAMES.length,
    );
    expect(await names(catalog)).toEqual([...NAMES, ...NAMES.map(() => "in")]);
    const scopes = await catalog.read((reader) => reader.list("style"));
    expect(scopes.map(({ workspace }) => workspace)).toEqual([...NAMES.map(() => null), ...NAMES]);
  });

  test("long lists are of one state and in order, and others get their turn meanwhile", async () => {
    const catalog = await fresh().open();
    const names = Array.from({ length: 1_100 }, (_unused, at) => `s${String(at).padStart(4, "0")}`);
    await catalog.write(serverOrigin, async (writer) => {
      await writer.put(key("outside"), style);
      for (const name of names) {
        await writer.put({ ...key(name), workspace: "w" }, style);
        await writer.writeFile(`styles/${name}.sld`, bytes(name.slice(0, 3)));
      }
    });
    let turns = 0;
    const turning = setInterval(() => turns++);
    const found = await catalog.read(async (reader) => {
      // The state of a unit is that of its first look.
      await reader.list("style", null);
      const list = reader.list("style");
      const change = catalog.write(serverOrigin, (writer) =>
        writer.remove({ kind: "style", workspace: "w", name: names.at(-1) ?? "" }),
      );
      const [all, own, under] = [
        await list,
        await reader.list("style", "w"),
        await reader.filesUnder("styles"),
      ];
      await change;
      return { all, own, under };
    });
    clearInterval(turning);
    const places = (records: readonly { workspace: string | null; name: string }[]) =>
      records.map(({ workspace, name }) => `${workspace ?? ""}/${name}`);
    const inWorkspace = names.map((name) => `w/${name}`);
    expect(places(found.all)).toEqual(["/outside", ...inWorkspace]);
    expect(places(found.own)).toEqual(inWorkspace);
    expect(found.under.map(({ path }) => path)).toEqual(names.map((name) => `styles/${name}.sld`));
    expect(turns).toBeGreaterThan(1);
    expect(await catalog.read((reader) => reader.list("style", "w"))).toHaveLength(1_099);
  });

  test("links lead to records, until they are put without them", async () => {
    const catalog = await fresh().open();
    const linked = (link: string) =>
      catalog.read(async (reader) => (await reader.linked("style", link)).map(({ name }) => name));
    await catalog.write(serverOrigin, async (writer) => {
      await writer.put(key("b"), style, ["x", "y"]);
      await writer.put(key("a"), style, ["x"]);
    });
    expect(await linked("x")).toEqual(["a", "b"]);
    await catalog.write(serverOrigin, async (writer) => {
      await writer.rename(key("b"), { workspace: null, name: "c" });
      await writer.put(key("a"), style);
    });
    expect(await linked("x")).toEqual(["c"]);
    expect(await linked("y")).toEqual(["c"]);
  });
}

function files({ fresh }: Catalogs): void {
  test("files keep their bytes, and folders show what is in them", async () => {
    const catalog = await fresh().open();
    const content = Uint8Array.from({ length: 70_000 }, (_unused, index) => index % 256);
    const paths = ["a", "f!/x", "f/b/c", "f/Z", "f/ä", "f0"];
    await catalog.write(serverOrigin, async (writer) => {
      for (const path of paths) await writer.writeFile(path, content);
      await writer.writeFile("f/empty", new Uint8Array());
    });
    const read = (path: string) =>
      catalog.read(async (reader) => {
        const file = await reader.file(path);
        return file && { bytes: file.bytes, content: await reader.content(file) };
      });
    expect(await read("f/b/c")).toEqual({ bytes: content.byteLength, content });
    expect(await read("f/empty")).toEqual({ bytes: 0, content: new Uint8Array() });
    const under = await catalog.read((reader) => reader.filesUnder("f"));
    expect(under.map(({ path }) => path)).toEqual(["f/Z", "f/b/c", "f/empty", "f/ä"]);
    expect(await catalog.read((reader) => reader.children("f"))).toEqual([
      { name: "Z", type: "resource" },
      { name: "b", type: "directory" },
      { name: "empty", type: "resource" },
      { name: "ä", type: "resource" },
    ]);
    await catalog.write(serverOrigin, async (writer) => {
      await writer.moveFile("f/Z", "f/empty");
      await writer.removeFile("a");
    });
    expect(await read("f/Z")).toBeUndefined();
    expect((await read("f/empty"))?.content).toEqual(content);
    await catalog.write(serverOrigin, (writer) => writer.removeFolder("f"));
    const left = await catalog.read((reader) => reader.filesUnder(""));
    expect(left.map(({ path }) => path)).toEqual(["f!/x", "f0"]);
  });

  test("what contents mean is kept as long as they are there", async () => {
    const catalog = await fresh().open();
    const write = (text: string) =>
      catalog.write(serverOrigin, (writer) => writer.writeFile("f/a", bytes(text)));
    await write("one");
    const digest = (await catalog.read((reader) => reader.file("f/a")))?.digest ?? "";
    const identities = async () => {
      const files = await catalog.read((reader) => reader.identities("f"));
      return files.map(({ path, bytes: size, digest: of, identity }) => [path, size, of, identity]);
    };
    const before = await catalog.read((reader) => reader.revision());
    const meaning = new Map([
      [digest, "meaning"],
      ["gone", "nothing"],
    ]);
    await catalog.keepIdentities(meaning);
    await catalog.keepIdentities(meaning);
    expect(await identities()).toEqual([["f/a", 3, digest, "meaning"]]);
    expect(await catalog.read((reader) => reader.revision())).toBe(before);
    await write("two");
    await write("one");
    expect(await identities()).toEqual([["f/a", 3, digest, null]]);
  });
}

function units({ fresh }: Catalogs): void {
  test("a unit of work that fails leaves nothing, not even a number", async () => {
    const catalog = await fresh().open();
    await put(catalog, "a");
    const failing = catalog.write(serverOrigin, async (writer) => {
      await writer.put(key("b"), style);
      await writer.writeFile("f", bytes("x"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await put(catalog, "c");
    expect(await names(catalog)).toEqual(["a", "c"]);
    const audit = await catalog.read((reader) => reader.audit(0, 10));
    expect(audit.map(({ id, revision }) => [id, revision])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test("changes are counted and remembered, with who made them", async () => {
    const catalog = await fresh().open();
    const origin = { account: "me", address: "::1", method: "PUT", path: "/x%00" };
    const write = (work: (writer: CatalogWriter) => Promise<void>) => catalog.write(origin, work);
    await write((writer) => writer.put({ ...key("*.*.r"), kind: "access-rule" }, { roles: [] }));
    await write((writer) => writer.remove({ ...key("*.*.r"), kind: "access-rule" }));
    await write((writer) => writer.writeFile("plumbline/e/lock.json", bytes("{}")));
    await write(async (writer) => writer.leaveTrace());
    await write(async () => undefined);
    const entries = await catalog.read((reader) => reader.audit(1, 10));
    const at = "2024-01-01T00:00:00Z";
    expect(entries).toEqual([
      { ...origin, at, id: 2, revision: 2, removedRules: ["*.*.r"], objects: ["AccessRule/*.*.r"] },
      { ...origin, at, id: 3, revision: 2, objects: [] },
      { ...origin, at, id: 4, revision: 2, objects: [] },
    ]);
    const back = await catalog.read((reader) => reader.auditBackwards(4, 2));
    expect(back.map(({ id }) => id)).toEqual([3, 2]);
  });

  test("changes at a time come one after the other, and none is lost", async () => {
    const catalog = await fresh().open();
    const add = () =>
      catalog.write(serverOrigin, async (writer) => {
        const count = (await writer.list("style")).length;
        await writer.put(key(`s${count}`), style);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await names(catalog)).toHaveLength(20);
    expect(await catalog.read((reader) => reader.revision())).toBe(20);
  });

  test("the revision is told besides, as it is now for all", async () => {
    const place = fresh();
    const [one, other] = [await place.open(), await place.open()];
    expect(await one.revision()).toBe(0);
    await put(one, "a");
    expect([await one.revision(), await other.revision()]).toEqual([1, 1]);
    await one.read(async (reader) => {
      expect(await reader.revision()).toBe(1);
      await put(other, "b");
      expect(await one.revision()).toBe(2);
    });
  });

  test("a reader sees one state, whatever is written meanwhile", async () => {
    const catalog = await fresh().open();
    await put(catalog, "a");
    await catalog.read(async (reader) => {
      expect(await reader.list("style")).toHaveLength(1);
      await put(catalog, "b");
      expect(await reader.list("style")).toHaveLength(1);
      expect(await reader.revision()).toBe(1);
    });
    expect(await names(catalog)).toEqual(["a", "b"]);
  });
}

/** What is no change of the catalog. */
function apart({ fresh }: Catalogs): void {
  test("sessions and networks are those used last, of accounts that are there", async () => {
    const catalog = await fresh().open();
    const account = { kind: "account", workspace: null, name: "me" } as const;
    await catalog.write(serverOrigin, (writer) => writer.put(account, {} as never));
    const keep = (digest: string, used: string, who = "me") =>
      catalog.write(serverOrigin, (writer) =>
        writer.keepSession({ digest, account: who, mark: "m", used }, 2),
      );
    for (const day of [1, 2, 3]) await keep(`d${day}`, `2024-01-0${day}`);
    await keep("other", "2024-01-09", "nobody");
    const session = (digest: string) => catalog.read((reader) => reader.session(digest));
    expect(await session("d1")).toBeUndefined();
    expect(await session("d3")).toEqual({
      digest: "d3",
      account: "me",
      mark: "m",
      used: "2024-01-03",
    });
    await catalog.write(serverOrigin, (writer) => writer.removeIdleSessions("2024-01-03"));
    expect(await session("d2")).toBeUndefined();
    expect(await session("other")).toBeUndefined();
    await catalog.write(serverOrigin, (writer) => writer.removeSessions("me"));
    expect(await session("d3")).toBeUndefined();
    for (const mark of ["1", "2", "3"])
      await catalog.write(serverOrigin, (writer) =>
        writer.keepKnownNetwork({ account: "me", mark, most: 2 }),
      );
    expect(await catalog.read((reader) => reader.knownNetworks("me"))).toEqual(["3", "2"]);
    expect(await catalog.read((reader) => reader.revision())).toBe(1);
  });

  test("all of it is there when the catalog is opened again", async () => {
    const place = fresh();
    const first = await place.open();
    await put(first, "kept");
    await first.write(serverOrigin, (writer) => writer.writeFile("f", bytes("kept")));
    await first.close();
    const again = await place.open();
    expect(await names(again)).toEqual(["kept"]);
    await put(again, "more");
    expect(await again.read((reader) => reader.revision())).toBe(3);
    expect((await again.read((reader) => reader.audit(0, 9))).map(({ id }) => id)).toEqual([
      1, 2, 3,
    ]);
  });
}
