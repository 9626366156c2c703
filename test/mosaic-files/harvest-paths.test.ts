/**
 * What clients name to be harvested, in every spelling: inside it is found, outside it is refused
 * in the same words whether it is there or not, and everything else is no path.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MosaicFiles } from "../../src/server/catalog/mosaic-files.ts";
import { openMosaicFiles } from "../../src/server/mosaics/open.ts";
import { refusals } from "../../src/model/refusals.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { ground, type Ground } from "./support.ts";

const LONG = "n".repeat(300);

/** Files inside and outside, and links of every sort between them. */
async function laidOut(): Promise<Ground> {
  const laid = await ground();
  const { base, data, root, outside } = laid;
  writeFiles(root, {
    "a.tif": "a",
    "d/b.tif": "b",
    "d/e/c.tif": "c",
    "with space.tif": "s",
    "50%25.tif": "p",
    "é.tif": "u",
    "q?x#y.tif": "q",
    "%2e%2e/f.tif": "f",
    "~/h.tif": "h",
  });
  writeFiles(outside, { "secret.tif": "secret", "d/secret.tif": "secret" });
  writeFiles(data, {
    "data/w/rain/g.tif": "g",
    "catalog.db": "db",
    "catalog.db-wal": "wal",
    "keystore-password": "k",
    "initial-admin-password": "p",
    "staging/x/f.tif": "f",
  });
  writeFiles(base, { "root2/x.tif": "x" });
  const links: Readonly<Record<string, string>> = {
    "to-outside.tif": join(outside, "secret.tif"),
    "to-nothing-outside.tif": join(outside, "nothing.tif"),
    "to-outside": outside,
    "up-and-out": "../outside",
    "to-inside.tif": "a.tif",
    "to-inside-absolute": join(root, "d"),
    "to-data": join(data, "data"),
    "chain-1": "chain-2",
    "chain-2": "d/chain-3",
    "d/chain-3": "../a.tif",
    "chain-out-1": "d/chain-out-2",
    "d/chain-out-2": "../to-outside",
    "loop-1": "loop-2",
    "loop-2": "loop-1",
    "to-database": join(data, "catalog.db"),
    "to-nothing": "nothing.tif",
    "down-and-up": "d/e/../../a.tif",
    "out-and-in": `${outside}/../root/a.tif`,
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  symlinkSync(root, join(base, "alias"));
  execFileSync("mkfifo", [join(root, "pipe.tif")]);
  return laid;
}

const OUTSIDE = "harvest-outside";
const INVALID = "harvest-invalid";
const MISSING = "harvest-missing";

/** `{root}` and the like stand for the folders; the answer is a path inside or a code. */
const spellings: readonly (readonly [name: string, text: string, answer: string])[] = [
  ["a plain path", "{root}/a.tif", "{root}/a.tif"],
  ["a URL with three slashes", "file://{root}/a.tif", "{root}/a.tif"],
  ["a URL with one slash", "file:{root}/a.tif", "{root}/a.tif"],
  ["a URL of this machine", "file://localhost{root}/a.tif", "{root}/a.tif"],
  ["the same in capitals", "FILE://LOCALHOST{root}/a.tif", "{root}/a.tif"],
  ["a folder", "file://{root}/d/", "{root}/d"],
  ["a folder without its slash", "file://{root}/d", "{root}/d"],
  ["the root itself", "{root}", "{root}"],
  ["a line end at the end", "{root}/a.tif\n", "{root}/a.tif"],
  ["that of other systems", "{root}/a.tif\r\n", "{root}/a.tif"],
  ["blanks around a URL", "  file://{root}/a.tif ", "{root}/a.tif"],
  ["relative to the data folder", "file:data/w/rain/g.tif", "{data}/data/w/rain/g.tif"],
  ["relative, as a path", "data/w/rain", "{data}/data/w/rain"],
  ["dots that stay inside", "{root}/./d/../a.tif", "{root}/a.tif"],
  ["slashes that name nothing", "file:///{root}//d///b.tif", "{root}/d/b.tif"],
  ["an encoded blank", "file://{root}/with%20space.tif", "{root}/with space.tif"],
  ["a blank as it is", "file://{root}/with space.tif", "{root}/with space.tif"],
  ["percent, encoded once", "file://{root}/50%2525.tif", "{root}/50%25.tif"],
  ["percent in a path, which is not decoded", "{root}/50%25.tif", "{root}/50%25.tif"],
  ["an encoded letter", "file://{root}/%61.tif", "{root}/a.tif"],
  ["letters beyond ASCII", "{root}/é.tif", "{root}/é.tif"],
  ["the same encoded", "file://{root}/%C3%A9.tif", "{root}/é.tif"],
  ["the same letter taken apart is another name", "{root}/e\u0301.tif", MISSING],
  ["encoded query and fragment signs", "file://{root}/q%3Fx%23y.tif", "{root}/q?x#y.tif"],
  ["those signs in a path", "{root}/q?x#y.tif", "{root}/q?x#y.tif"],
  ["dots that a path does not decode", "{root}/%2e%2e/f.tif", "{root}/%2e%2e/f.tif"],
  ["a tilde is a name", "{root}/~/h.tif", "{root}/~/h.tif"],
  ["a root by another name of it", "{base}/alias/a.tif", OUTSIDE],
  ["a link to inside", "{root}/to-inside.tif", "{root}/a.tif"],
  ["an absolute link to inside", "{root}/to-inside-absolute/b.tif", "{root}/d/b.tif"],
  ["a link to another root", "{root}/to-data/w/rain/g.tif", "{data}/data/w/rain/g.tif"],
  ["a chain of links", "{root}/chain-1", "{root}/a.tif"],
  ["a link that goes down and up", "{root}/down-and-up", "{root}/a.tif"],

  ["another folder", "{outside}/secret.tif", OUTSIDE],
  ["nothing in it", "{outside}/nothing.tif", OUTSIDE],
  ["a folder that is not there", "{base}/nowhere/x.tif", OUTSIDE],
  ["a folder whose name begins as the root's", "{base}/root2/x.tif", OUTSIDE],
  ["the folder above", "{base}", OUTSIDE],
  ["dots that leave", "{root}/../outside/secret.tif", OUTSIDE],
  ["dots that leave and come to nothing", "{root}/../outside/nothing.tif", OUTSIDE],
  ["relative dots", "file:../outside/secret.tif", OUTSIDE],
  ["encoded dots", "file://{root}/%2e%2e/outside/secret.tif", OUTSIDE],
  ["half encoded dots", "file://{root}/.%2E/outside/secret.tif", OUTSIDE],
  ["dots encoded twice are a name", "file://{root}/%252e%252e/outside/secret.tif", MISSING],
  ["the root in capitals", "{ROOT}/a.tif", OUTSIDE],
  ["a link to outside", "{root}/to-outside.tif", OUTSIDE],
  ["a link to nothing outside", "{root}/to-nothing-outside.tif", OUTSIDE],
  ["below a link to outside", "{root}/to-outside/secret.tif", OUTSIDE],
  ["nothing below a link to outside", "{root}/to-outside/nothing.tif", OUTSIDE],
  ["a relative link to outside", "{root}/up-and-out/secret.tif", OUTSIDE],
  ["a chain of links that leaves", "{root}/chain-out-1/secret.tif", OUTSIDE],
  ["a link that leaves and comes back", "{root}/out-and-in", OUTSIDE],
  ["dots after a link are read first", "{root}/to-outside/../a.tif", "{root}/a.tif"],
  ["the root of the process", "/proc/self/root{root}/a.tif", OUTSIDE],
  ["what the process has open", "/dev/fd/0", OUTSIDE],
  ["the same in another place", "/proc/self/fd/0", OUTSIDE],
  ["its environment", "file:///proc/self/environ", OUTSIDE],
  ["a device", "/dev/zero", OUTSIDE],
  ["the whole disk", "/", OUTSIDE],
  ["the database", "file:catalog.db", OUTSIDE],
  ["its journal", "file:catalog.db-wal", OUTSIDE],
  ["a journal that is not there", "file:catalog.db-journal", OUTSIDE],
  ["the database in capitals", "file:CATALOG.DB", OUTSIDE],
  ["the keystore password", "{data}/keystore-password", OUTSIDE],
  ["the next one", "{data}/keystore-password.next", OUTSIDE],
  ["the administrator's password", "{data}/initial-admin-password", OUTSIDE],
  ["bodies that arrive", "{data}/staging/x/f.tif", OUTSIDE],
  ["a link to the database", "{root}/to-database", OUTSIDE],

  ["nothing inside", "{root}/nothing.tif", MISSING],
  ["nothing in nothing", "{root}/nothing/nothing.tif", MISSING],
  ["other capitals", "{root}/A.TIF", MISSING],
  ["a file as a folder", "{root}/a.tif/", MISSING],
  ["below a file", "{root}/a.tif/b.tif", MISSING],
  ["a blank at the end of a path", "{root}/a.tif ", MISSING],
  ["a name that is too long", `{root}/${LONG}`, MISSING],
  ["links in a circle", "{root}/loop-1", MISSING],
  ["a link to nothing inside", "{root}/to-nothing", MISSING],
  ["a pipe", "{root}/pipe.tif", "harvest-unreadable"],

  ["another machine", "file://host{root}/a.tif", INVALID],
  ["an address", "file://127.0.0.1{root}/a.tif", INVALID],
  ["a machine with a port", "file://localhost:80{root}/a.tif", INVALID],
  ["another scheme", "http://localhost{root}/a.tif", INVALID],
  ["one that holds files too", "jar:file://{root}/a.tif", INVALID],
  ["a drive", "C:\\a.tif", INVALID],
  ["backslashes", "{root}\\a.tif", INVALID],
  ["encoded backslashes", "file://{root}/d%5cb.tif", INVALID],
  ["encoded slashes", "file://{root}/d%2fb.tif", INVALID],
  ["encoded slashes in capitals", "file://{root}/..%2F..%2Fsecret.tif", INVALID],
  ["a NUL", "{root}/a.tif\u0000.png", INVALID],
  ["an encoded NUL", "file://{root}/a.tif%00.png", INVALID],
  ["an encoded line end", "file://{root}/a.tif%0a", INVALID],
  ["a tab", "file://{root}/a\t.tif", INVALID],
  ["two lines", "{root}/a.tif\n{root}/d/b.tif", INVALID],
  ["percent of nothing", "file://{root}/a%zz.tif", INVALID],
  ["half a letter", "file://{root}/%C3.tif", INVALID],
  ["a query", "file://{root}/a.tif?x=1", INVALID],
  ["a fragment", "file://{root}/a.tif#x", INVALID],
  ["nothing", "", INVALID],
  ["a blank", " \n", INVALID],
  ["a scheme alone", "file:", INVALID],
  ["a scheme with slashes", "file://", INVALID],
  ["a machine alone", "file://localhost", OUTSIDE],
  ["more than 4 KiB", `{root}/${"x/".repeat(2_100)}`, "too-large"],
];

describe("spellings", () => {
  test("each has its answer", async () => {
    const { base, data, root, outside, files } = await laidOut();
    const folders: Readonly<Record<string, string>> = { base, data, root, outside };
    const filled = (text: string) =>
      text
        .replaceAll("{ROOT}", root.toUpperCase())
        .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => folders[name] ?? "");
    const answers = await Promise.all(
      spellings.map(async ([name, text]) => [name, await answerOf(files, filled(text))]),
    );
    const expected = spellings.map(([name, _text, answer]) => [name, filled(answer)]);
    expect(answers).toEqual(expected);
    expect(spellings.length).toBeGreaterThanOrEqual(40);
  });
});

async function answerOf(files: MosaicFiles, text: string): Promise<string> {
  try {
    return (await files.resolveHarvest(text)).path;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

async function messageOf(files: MosaicFiles, text: string): Promise<string> {
  return files.resolveHarvest(text).then(
    () => "found",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
}

describe("what is said", () => {
  test("outside, nothing shows whether something is there", async () => {
    const { data, root, outside, files } = await laidOut();
    const messages = await Promise.all(
      [
        `${outside}/secret.tif`,
        `${outside}/nothing.tif`,
        `${root}/to-outside.tif`,
        `${root}/to-nothing-outside.tif`,
        `${data}/catalog.db`,
        `${data}/catalog.db-journal`,
      ].map((text) => messageOf(files, text)),
    );
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).not.toContain(outside);
  });

  test("inside, the texts are those that clients know", async () => {
    const { root, files } = await laidOut();
    const text = `file://${root}/nothing.tif`;
    expect(await messageOf(files, text)).toBe(`Failed to locate the input file ${text}`);
    expect(await messageOf(files, `${root}/pipe.tif`)).toMatch(
      /^Input file is not readable, check filesystem permissions: .*pipe\.tif/,
    );
  });

  test("files and folders are distinguished", async () => {
    const { root, files } = await laidOut();
    expect(await files.resolveHarvest(`${root}/d`)).toEqual({
      kind: "directory",
      path: `${root}/d`,
    });
    expect((await files.resolveHarvest(`${root}/a.tif`)).kind).toBe("file");
  });

  test("every refusal has its status", () => {
    expect(refusals["harvest-outside"].slice(1)).toEqual([403, 400]);
    for (const code of ["harvest-invalid", "harvest-missing", "harvest-unreadable"] as const)
      expect(refusals[code].slice(1)).toEqual([400]);
  });
});

const nobody = { uid: 65_534, gid: 65_534 };
const canBecomeNobody = process.getuid?.() === 0 && spawnSync("true", { ...nobody }).status === 0;
if (!canBecomeNobody)
  process.stderr.write("SKIPPED, this user cannot become another one: files nobody may read\n");

describe.skipIf(!canBecomeNobody)("permissions", () => {
  test("a file that the server may not read, and one below a folder that it may not enter", async () => {
    const { base, root } = await laidOut();
    chmodSync(base, 0o755);
    chmodSync(join(root, "a.tif"), 0o600);
    chmodSync(join(root, "d"), 0o700);
    const script = `
      import { openRoots } from "${join(process.cwd(), "src/server/mosaics/roots.ts")}";
      import { resolveHarvest } from "${join(process.cwd(), "src/server/mosaics/confined.ts")}";
      process.setgid(65534); process.setuid(65534);
      const roots = await openRoots(${JSON.stringify(join(base, "data"))}, [${JSON.stringify(root)}]);
      for (const name of ["a.tif", "d", "d/b.tif", "d/nothing.tif", "é.tif"])
        console.log(await resolveHarvest(roots, ${JSON.stringify(root)} + "/" + name).then(() => "found", ({ code }) => code));
    `;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { encoding: "utf8" },
    );
    const unreadable = "harvest-unreadable";
    expect(stdout.trim().split("\n"), stderr).toEqual([
      unreadable,
      unreadable,
      unreadable,
      unreadable,
      "found",
    ]);
  });
});

describe("opening", () => {
  test("gives the content, where it is, and a path for readers", async () => {
    const { root, files } = await laidOut();
    const file = await files.openConfined(join(root, "chain-1"));
    expect(file).toMatchObject({ path: join(root, "a.tif"), bytes: 1 });
    expect(Buffer.from(await file.content(1)).toString()).toBe("a");
    await expect(file.content(0)).rejects.toMatchObject({ code: "too-large" });
    await file.verify();
    await file.close();
  });

  test.for([
    ["to-outside.tif", OUTSIDE],
    ["nothing.tif", MISSING],
    ["pipe.tif", "harvest-unreadable"],
    ["d", "harvest-unreadable"],
  ] as const)("%s is refused", async ([name, code]) => {
    const { root, files } = await laidOut();
    await expect(files.openConfined(join(root, name))).rejects.toMatchObject({ code });
  });

  test("a file that is swapped while it is open is found out", async () => {
    const { root, outside, files } = await laidOut();
    const file = await files.openConfined(join(root, "a.tif"));
    execFileSync("ln", ["-sfn", join(outside, "secret.tif"), join(root, "a.tif")]);
    await expect(file.verify()).rejects.toMatchObject({ code: "harvest-unreadable" });
    expect(Buffer.from(await file.content(10)).toString()).toBe("a");
    await file.close();
  });
});

describe("roots", () => {
  test.for([
    ["nowhere", "does not exist"],
    ["file", "is no folder"],
    ["data/staging", "is kept for the server itself"],
    ["", "is empty"],
  ] as const)("%s is refused", async ([name, text]) => {
    const base = temporaryFolder();
    mkdirSync(join(base, "data/staging"), { recursive: true });
    writeFileSync(join(base, "file"), "");
    const dataFolder = join(base, "data");
    const granuleRoots = [name === "" ? "" : join(base, name)];
    await expect(openMosaicFiles({ dataFolder, granuleRoots })).rejects.toThrow(text);
  });

  test("the whole disk is refused", async () => {
    const dataFolder = temporaryFolder();
    await expect(openMosaicFiles({ dataFolder, granuleRoots: ["/"] })).rejects.toThrow(
      /is the whole disk/,
    );
  });

  test("a root that is a link may be named by both names", async () => {
    const base = temporaryFolder();
    writeFiles(base, { "real/a.tif": "a", "data/x": "" });
    symlinkSync(join(base, "real"), join(base, "given"));
    const files = await openMosaicFiles({
      dataFolder: join(base, "data"),
      granuleRoots: [join(base, "given")],
    });
    const { path } = await files.resolveHarvest(join(base, "given/a.tif"));
    expect(await files.resolveHarvest(path)).toEqual({ kind: "file", path });
  });

  test("a root around the data folder does not open what is reserved in it", async () => {
    const base = temporaryFolder();
    writeFiles(base, { "data/catalog.db": "db", "data/a.tif": "a", "b.tif": "b" });
    linkSync(join(base, "b.tif"), join(base, "data/b.tif"));
    const files = await openMosaicFiles({ dataFolder: join(base, "data"), granuleRoots: [base] });
    expect(await answerOf(files, join(base, "data/catalog.db"))).toBe(OUTSIDE);
    expect(await answerOf(files, join(base, "data/b.tif"))).toMatch(/b\.tif$/);
  });
});
