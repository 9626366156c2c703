/**
 * Archives of mosaics: unpacked from disk to disk within bounds, with flat memory; after any fault
 * nothing of them is left.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mosaicZip } from "../../src/model/limits.ts";
import { CatalogError } from "../../src/server/catalog/errors.ts";
import { unpackMosaic } from "../../src/server/mosaics/unpack.ts";
import { zipEntries } from "../../src/wire/zip-entries.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { isProof, scale } from "../support/run/scale.ts";
import { contentOf, ground, RAIN } from "./support.ts";

const MIB = 1024 * 1024;

async function unpacked(
  archive: Uint8Array,
  limits: Partial<Parameters<typeof unpackMosaic>[2]> = {},
): Promise<{ folder: string; paths: readonly string[] | Error }> {
  const base = temporaryFolder();
  writeFileSync(join(base, "a.zip"), archive);
  const folder = join(base, "files");
  try {
    const paths = await unpackMosaic(join(base, "a.zip"), folder, { ...mosaicZip, ...limits });
    return { folder, paths };
  } catch (error) {
    return { folder, paths: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Overwrites a text in an archive by one of the same length, everywhere or at one place. */
function edited(archive: Buffer, from: string, to: string, only?: "first" | "last"): Buffer {
  const copy = Buffer.from(archive);
  const places: number[] = [];
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) places.push(at);
  const chosen = only === undefined ? places : [places.at(only === "first" ? 0 : -1) ?? 0];
  for (const at of chosen) copy.write(to, at, "latin1");
  return copy;
}

/** The place of the n-th header with a signature. */
function headerAt(archive: Buffer, signature: number, index = 0): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  let at = archive.indexOf(bytes);
  for (let n = 0; n < index; n++) at = archive.indexOf(bytes, at + 1);
  return at;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;

test("what is packed comes out", async () => {
  const files = { "b/ü.tif": "two", "a.tif": "one", "b/c/d.tif": "", "./e/./f.tif": "six" };
  const { folder, paths } = await unpacked(await zipOf(files));
  expect(paths).toEqual(["a.tif", "b/c/d.tif", "b/ü.tif", "e/f.tif"]);
  expect(contentOf(folder)).toEqual({
    "a.tif": "one",
    "b/c/d.tif": "",
    "b/ü.tif": "two",
    "e/f.tif": "six",
  });
});

test("an archive without files gives none", async () => {
  expect((await unpacked(await zipOf({}))).paths).toEqual([]);
});

const plain = await zipOf({ "aa.tif": "content", "bb.tif": "content" }, { store: true });
const overlapping = Buffer.from(plain);
overlapping.writeUInt32LE(0, headerAt(plain, CENTRAL, 1) + 42);
const linked = Buffer.from(plain);
linked.writeUInt32LE((0o120777 << 16) >>> 0, headerAt(plain, CENTRAL) + 38);
const device = Buffer.from(plain);
device.writeUInt32LE((0o020666 << 16) >>> 0, headerAt(plain, CENTRAL) + 38);
const encrypted = await zipOf({ "aa.tif": "content" });
encrypted.writeUInt16LE(1, headerAt(encrypted, CENTRAL) + 8);
const bzipped = Buffer.from(plain);
bzipped.writeUInt16LE(12, headerAt(plain, CENTRAL) + 10);
const disguised = Buffer.from(plain);
disguised.writeUInt16LE(8, headerAt(plain, LOCAL) + 8);
const split = Buffer.from(plain);
split.writeUInt16LE(1, headerAt(plain, 0x06054b50) + 4);

const folded = await zipOf({ "d/aa.tif": "1", "D/AA.TIF": "2" });
const fileFirst = await zipOf({ a: "1", "a/b": "2" });
const folderFirst = await zipOf({ "a/b": "2", a: "1" });
const longName = await zipOf({ ["n".repeat(300)]: "1" });
const composed = await zipOf({ "é.tif": "1", "e\u0301.tif": "2" });

describe("what is refused leaves nothing", () => {
  const cases: readonly (readonly [name: string, archive: Uint8Array, fault: string])[] = [
    ["a name that leaves", edited(plain, "aa.tif", "../aaa"), "malformed"],
    ["an absolute name", edited(plain, "aa.tif", "/aaaaa"), "malformed"],
    ["a backslash", edited(plain, "aa.tif", "a\\.tif"), "malformed"],
    ["a NUL", edited(plain, "aa.tif", "a\u0000.tif"), "malformed"],
    ["a dot as a name", edited(plain, "aa.tif", "././/."), "malformed"],
    ["a name twice", edited(plain, "bb.tif", "aa.tif"), "malformed"],
    ["a name twice but for its case", folded, "malformed"],
    ["a name twice but for its composition", composed, "malformed"],
    ["a file that is a folder too", fileFirst, "malformed"],
    ["a folder that is a file too", folderFirst, "malformed"],
    ["a name no disk can hold", longName, "malformed"],
    ["content of another checksum", edited(plain, "content", "cOntent", "first"), "malformed"],
    ["another name in the directory", edited(plain, "aa.tif", "cc.tif", "last"), "malformed"],
    ["another method in the directory", disguised, "malformed"],
    ["entries that overlap", overlapping, "malformed"],
    ["a link", linked, "malformed"],
    ["a device", device, "malformed"],
    ["a part of several", split, "malformed"],
    ["encryption", encrypted, "wrong-type"],
    ["another compression", bzipped, "wrong-type"],
    ["half an archive", plain.subarray(0, plain.length - 30), "malformed"],
    ["no archive", Buffer.from("<html/>"), "wrong-type"],
  ];
  test.for(cases)("%s", async ([_name, archive, fault]) => {
    const { folder, paths } = await unpacked(archive);
    expect(paths).toMatchObject({ name: "WireError", code: fault });
    expect(existsSync(folder)).toBe(false);
  });

  test.for([
    ["entries", { entries: 2 }],
    ["entryBytes", { entryBytes: 6 }],
    ["unpackedBytes", { unpackedBytes: 20 }],
    ["depth", { depth: 1 }],
    ["nameBytes", { nameBytes: 5 }],
  ] as const)("beyond %s", async ([name, limits]) => {
    const archive = await zipOf({ "a.tif": "1234567", "d/b.tif": "1234567", "c.tif": "1234567" });
    const { folder, paths } = await unpacked(archive, limits);
    const isName = name === "depth" || name === "nameBytes";
    expect(paths).toMatchObject({ code: isName ? "malformed" : "too-large" });
    expect(existsSync(folder)).toBe(false);
    expect(
      (await unpacked(archive, { entries: 3, entryBytes: 7, unpackedBytes: 21 })).paths,
    ).toEqual(["a.tif", "c.tif", "d/b.tif"]);
  });

  test("what inflates too much, and rasters without data, which do not", async () => {
    const zeros = await zipOf({ "a.tif": Buffer.alloc(4 * MIB) });
    expect((await unpacked(zeros)).paths).toEqual(["a.tif"]);
    const { folder, paths } = await unpacked(zeros, { ratioFromBytes: MIB });
    expect(paths).toMatchObject({ code: "too-large" });
    expect(existsSync(folder)).toBe(false);
  });

  test("a disk without room, however much is unpacked already", async () => {
    let left = 2;
    const checkSpace = async () => {
      if (left-- === 0) throw new CatalogError("disk-full", "no room");
    };
    const archive = await zipOf({ a: "1", b: "2", c: "3" });
    const { folder, paths } = await unpacked(archive, { checkSpace });
    expect(paths).toMatchObject({ code: "disk-full" });
    expect(existsSync(folder)).toBe(false);
  });
});

test("no entry is whole in memory", async () => {
  const folder = temporaryFolder();
  const archive = join(folder, "a.zip");
  writeFileSync(archive, await zipOf({ "a.tif": Buffer.alloc(8 * MIB, "ab") }, { store: true }));
  const chunks: number[] = [];
  for await (const { content } of zipEntries({ path: archive }, mosaicZip))
    for await (const chunk of content()) chunks.push(chunk.byteLength);
  expect(chunks.reduce((sum, bytes) => sum + bytes, 0)).toBe(8 * MIB);
  expect(Math.max(...chunks)).toBeLessThanOrEqual(MIB);
});

test("archives are closed, whatever becomes of them", async () => {
  const open = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
  await unpacked(plain);
  const before = open();
  for (let n = 0; n < 20; n++) await unpacked(n % 2 === 0 ? plain : folded);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(open()).toBeLessThan(before + 10);
});

/** Writes an archive of one stored entry of zeros, sparse, with 64-bit sizes. */
const WRITER = `
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipArchive } from "archiver";
const [path, mib] = [process.argv[1], Number(process.argv[2])];
const archive = new ZipArchive({ store: true, forceZip64: true });
const out = createWriteStream(path);
archive.pipe(out);
const zeros = Buffer.alloc(1024 * 1024);
archive.append(Readable.from((function* () { for (let n = 0; n < mib; n++) yield zeros; })()), { name: "zeros.tif" });
await archive.finalize();
await finished(out);
`;

const UNPACKER = `
import { unpackMosaic } from "./src/server/mosaics/unpack.ts";
import { mosaicZip } from "./src/model/limits.ts";
const before = process.memoryUsage.rss();
let peak = before;
const timer = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 5);
const started = performance.now();
const paths = await unpackMosaic(process.argv[1], process.argv[2], mosaicZip);
clearInterval(timer);
console.log(JSON.stringify({ paths, growth: peak - before, ms: performance.now() - started }));
`;

test("Zip64, with memory that does not grow with the archive", async () => {
  const mib = scale({ test: 8, proof: 4_000 });
  const folder = temporaryFolder();
  const run = (script: string, args: readonly string[]) =>
    spawnSync(process.execPath, ["--input-type=module", "--eval", script, ...args], {
      encoding: "utf8",
    });
  const written = run(WRITER, [join(folder, "a.zip"), String(mib)]);
  expect(written.status, written.stderr).toBe(0);
  const { stdout, stderr } = run(UNPACKER, [join(folder, "a.zip"), join(folder, "files")]);
  expect(stderr).toBe("");
  const { paths, growth, ms } = JSON.parse(stdout) as {
    paths: readonly string[];
    growth: number;
    ms: number;
  };
  if (isProof) process.stderr.write(`${mib} MiB unpacked in ${ms} ms, ${growth} bytes more\n`);
  expect(paths).toEqual(["zeros.tif"]);
  expect(statSync(join(folder, "files/zeros.tif")).size).toBe(mib * MIB);
  expect(growth).toBeLessThan(150 * MIB);
}, 600_000);

describe("staging folders", () => {
  test("take an archive, or a single file, and are looked at before they are adopted", async () => {
    const { data, files } = await ground();
    const archive = join(data, "staging", "body");
    writeFileSync(archive, await zipOf({ "indexer.properties": "Name=rain", "a.tif": "a" }));
    const staged = await files.stage();
    expect(await staged.unpack(archive)).toEqual(["a.tif", "indexer.properties"]);
    await staged.take(archive, "sub/b.zip");
    expect(existsSync(archive)).toBe(false);
    expect(await staged.list()).toEqual(["a.tif", "indexer.properties", "sub/b.zip"]);
    expect(await staged.read("indexer.properties")).toEqual(Buffer.from("Name=rain"));
    expect(await staged.read("nothing")).toBeUndefined();
    expect(await staged.read("../../../etc/hostname")).toBeUndefined();
    expect(readFileSync(join(staged.folder, "a.tif"), "utf8")).toBe("a");
    await expect(staged.take(archive, "../out.tif")).rejects.toMatchObject({
      code: "name-invalid",
    });
    await (await files.adopt(staged, RAIN, "create")).done();
    const adopted = ["a.tif", "indexer.properties", "sub/b.zip"];
    expect(Object.keys(contentOf(files.folderOf(RAIN)))).toEqual(adopted);
  });

  test("read definitions up to their bound only", async () => {
    const { files } = await ground();
    const staged = await files.stage();
    await mkdir(staged.folder, { recursive: true });
    writeFileSync(join(staged.folder, "fits"), Buffer.alloc(MIB));
    writeFileSync(join(staged.folder, "large"), Buffer.alloc(MIB + 1));
    expect((await staged.read("fits"))?.byteLength).toBe(MIB);
    await expect(staged.read("large")).rejects.toMatchObject({ code: "too-large" });
  });
});
