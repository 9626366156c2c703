/** Archives that lie, escape or explode are refused; honest ones come out as they went in. */
import { describe, expect, test } from "vitest";
import { zip as limits } from "../../src/model/limits.ts";
import { packZip, readZip } from "../../src/wire/zip.ts";
import { zipOf } from "../support/estates/artefacts.ts";

const MIB = 1024 * 1024;

/** An archive with one entry whose name was overwritten by another of the same length. */
async function renamed(name: string): Promise<Buffer> {
  const placeholder = "x".repeat(Buffer.byteLength(name));
  const archive = Buffer.from(await zipOf({ [placeholder]: "content", "other.txt": "y" }));
  for (let at = archive.indexOf(placeholder); at >= 0; at = archive.indexOf(placeholder, at + 1))
    archive.write(name, at);
  return archive;
}

describe("names", () => {
  test.for([
    "../evil",
    "a/../../b",
    "/absolute",
    "C:/drive",
    "a\\b",
    "..\\evil",
    "nul\u0000byte",
    "trailing.",
    "trailing ",
    "a/./../b",
    "OTHER.TXT",
  ])("%s is refused", async (name) => {
    await expect(readZip(await renamed(name))).rejects.toMatchObject({
      name: "WireError",
      code: "malformed",
    });
  });

  test.for([
    [["a", "a/b"]],
    [["a/b", "a"]],
    [["a/b/c", "a/b"]],
    [["A/b", "a"]],
    [["a/", "a"]],
    [["a", "a/"]],
    [["./a", "a//b"]],
  ])("%j cannot be on a disk", async ([names]) => {
    const files = Object.fromEntries((names ?? []).map((name) => [name, ""]));
    await expect(readZip(await zipOf(files))).rejects.toMatchObject({
      name: "WireError",
      code: "malformed",
      message: expect.stringMatching(/as a file and as a folder$/),
    });
  });

  test("are those that they mean, however they are spelt", async () => {
    const read = await readZip(await zipOf({ "./x.txt": "1", "a//b/./c": "2", "a/": "" }));
    expect([...read.keys()]).toEqual(["x.txt", "a/b/c"]);
  });

  test("a name that is too long, and a path that is too deep", async () => {
    await expect(readZip(await zipOf({ [`${"d/".repeat(limits.depth)}f`]: "x" }))).rejects.toThrow(
      /folders deep/,
    );
    await expect(readZip(await zipOf({ ["n".repeat(limits.nameBytes + 1)]: "x" }))).rejects.toThrow(
      /too long a name/,
    );
    expect((await readZip(await zipOf({ [`${"d/".repeat(limits.depth - 1)}f`]: "x" }))).size).toBe(
      1,
    );
  });
});

describe("sizes", () => {
  test("an entry at its bound, and one beyond", async () => {
    const inside = await zipOf(
      { a: Buffer.alloc(limits.entryBytes, "ab0".repeat(7)) },
      { store: true },
    );
    expect((await readZip(inside)).get("a")?.byteLength).toBe(limits.entryBytes);
    const outside = await zipOf({ a: Buffer.alloc(limits.entryBytes + 1) }, { store: true });
    await expect(readZip(outside)).rejects.toMatchObject({ code: "too-large" });
  });

  test("what inflates too much", async () => {
    await expect(readZip(await zipOf({ a: Buffer.alloc(8 * MIB) }))).rejects.toMatchObject({
      code: "too-large",
    });
  });

  test("too many entries", async () => {
    const many = Object.fromEntries(
      Array.from({ length: limits.entries + 1 }, (_unused, index) => [`f${index}`, ""]),
    );
    await expect(readZip(await zipOf(many))).rejects.toMatchObject({ code: "too-large" });
  });
});

describe("truth", () => {
  test("content that does not match its checksum", async () => {
    const archive = Buffer.from(await zipOf({ a: "content" }, { store: true }));
    archive.write("cOntent", archive.indexOf("content"));
    await expect(readZip(archive)).rejects.toThrow(/checksum/);
  });

  test("a truncated archive, an empty body, something else", async () => {
    const archive = await zipOf({ a: "content" });
    await expect(readZip(archive.subarray(0, archive.byteLength - 10))).rejects.toMatchObject({
      code: "malformed",
    });
    await expect(readZip(new Uint8Array())).rejects.toMatchObject({ code: "wrong-type" });
    await expect(readZip(Buffer.from("<html/>"))).rejects.toMatchObject({ code: "wrong-type" });
  });
});

test("what is packed comes out, the same on every machine", async () => {
  const files = new Map([
    ["b/ü.txt", Buffer.from("two")],
    ["a.txt", Buffer.from("one")],
  ]);
  const packed = await packZip(files);
  expect(
    [...(await readZip(packed))].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  ).toEqual([
    ["a.txt", "one"],
    ["b/ü.txt", "two"],
  ]);
  const zone = process.env["TZ"];
  process.env["TZ"] = "Pacific/Auckland";
  const elsewhere = await packZip(new Map([...files].toReversed()));
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
  expect(Buffer.from(elsewhere).equals(Buffer.from(packed))).toBe(true);
});
