/** Archives of data directories: honest ones read like the folder, hostile ones are refused. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DataDirectoryError, openDataDirectory } from "../../src/datadir/open.ts";
import { dataDirectory as limits } from "../../src/model/limits.ts";
import { bodyText } from "../../src/wire/request.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { documentAt, opened, openedFiles, part, remarksOf } from "./open.ts";
import { smallDirectory } from "./small-directory.ts";
import { entriesOf, tarGzOf, tarOf, type TarEntry } from "./tar-of.ts";

/** Writes an archive to disk. */
function written(bytes: Uint8Array, name: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

const PATHS = [
  "/workspaces.xml",
  "/workspaces/topo/datastores/pg.xml",
  "/workspaces/topo/featuretypes/roads.xml",
  "/workspaces/topo/layers.xml",
  "/layergroups/base.xml",
  "/styles/line.sld",
  "/security/acl/layers.xml",
  "/resource/data/topo/geology/mapping.xml",
];

/** What a directory answers to all paths, and its notes below the directory. */
async function answersOf(path: string, prefix: string) {
  const directory = await opened(path);
  const bodies = PATHS.map(async (one) =>
    bodyText(await directory.read({ method: "GET", path: one })),
  );
  const start = prefix === "" ? path : `${path}/${prefix}`;
  const remarks = directory.notes.map(({ where, message }) => [
    where?.file.replace(start, ""),
    message,
  ]);
  return { bodies: await Promise.all(bodies), remarks };
}

describe("honest archives", () => {
  test("a folder, a tar, a tar with gzip and a zip answer the same, under any name", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, smallDirectory);
    const expected = await answersOf(folder, "");
    expect(expected.bodies.every((body) => body.length > 50)).toBe(true);
    const plain = written(tarOf(entriesOf(smallDirectory)), "a.tar");
    const packed = written(tarGzOf(entriesOf(smallDirectory, "./backup/data_dir/")), "b.tgz");
    const zip = written(
      await zipOf(
        Object.fromEntries(
          Object.entries(smallDirectory).map(([path, text]) => [`x/${path}`, text]),
        ),
      ),
      "c.bin",
    );
    expect(await answersOf(plain, "")).toEqual(expected);
    expect(await answersOf(packed, "backup/data_dir")).toEqual(expected);
    expect(await answersOf(zip, "x")).toEqual(expected);
  });

  test("a workspace on its own is a directory of one workspace", async () => {
    const files = Object.fromEntries(
      Object.entries(smallDirectory).flatMap(([path, text]) =>
        path.startsWith("workspaces/topo/") ? [[path.slice("workspaces/".length), text]] : [],
      ),
    );
    const directory = await opened(written(tarGzOf(entriesOf(files)), "topo.tar.gz"));
    expect(part(await documentAt(directory, "/layers/topo%3Aroads.xml"), "name")).toBe("roads");
    expect(remarksOf(directory)).toContainEqual(
      expect.stringMatching(/topo\/pg\/roads\/layer.xml: The default style with the id style-line/),
    );
  });

  test("a folder of workspaces on its own, too; another directory beside one is reported", async () => {
    const inside = Object.fromEntries(
      Object.entries(smallDirectory).flatMap(([path, text]) =>
        path.startsWith("workspaces/") ? [[path.slice("workspaces/".length), text]] : [],
      ),
    );
    const only = await opened(written(tarOf(entriesOf(inside)), "workspaces.tar"));
    const listed = part(await documentAt(only, "/workspaces.xml"), "workspace");
    expect(listed).toMatchObject([{ name: "hidden" }, { name: "topo" }]);
    const both = [...entriesOf(smallDirectory, "a/"), ...entriesOf(smallDirectory, "b/")];
    const path = written(tarOf(both), "both.tar");
    expect((await opened(path)).notes).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(/another data directory/) as string,
        where: { file: `${path}/b` },
      }),
    );
  });

  test("names that differ in case only are two", async () => {
    const files = {
      "workspaces/default.xml": "<workspace/>",
      "styles/Line.xml": "<style><name>Line</name><filename>Line.sld</filename></style>",
      "styles/Line.sld": "one",
      "styles/line.xml": "<style><name>line</name><filename>line.sld</filename></style>",
      "styles/line.sld": "two",
    };
    const directory = await opened(written(await zipOf(files), "case.zip"));
    const text = async (path: string) => bodyText(await directory.read({ method: "GET", path }));
    expect([await text("/styles/Line.sld"), await text("/styles/line.sld")]).toEqual([
      "one",
      "two",
    ]);
  });

  test("long names, links to files of the archive, and odd entries", async () => {
    const long = `styles/${"n".repeat(180)}.sld`;
    const directory = await opened(
      written(
        tarOf([
          ...entriesOf(smallDirectory),
          { path: long, content: "long" },
          { path: "styles/linked.sld", type: "SymbolicLink", linkpath: "../styles/line.sld" },
          { path: "styles/folder", type: "SymbolicLink", linkpath: "../workspaces" },
          { path: "styles/with\ttab.sld", content: "odd" },
        ]),
        "odd.tar",
      ),
    );
    const text = async (path: string) => bodyText(await directory.read({ method: "GET", path }));
    expect(await text(`/resource/${long}`)).toBe("long");
    expect(await text("/resource/styles/linked.sld")).toBe(smallDirectory["styles/line.sld"]);
    expect(remarksOf(directory)).toContainEqual(expect.stringMatching(/link to a folder/));
    expect(remarksOf(directory)).toContainEqual(expect.stringMatching(/control characters/));
  });
});

describe("folders", () => {
  test("links that stay are followed, links that leave are reported", async () => {
    const outside = temporaryFolder();
    writeFiles(outside, { "secret.sld": "canary", "styles/line.xml": "<style/>" });
    const folder = join(temporaryFolder(), "data_dir");
    writeFiles(folder, smallDirectory);
    symlinkSync(join(outside, "secret.sld"), join(folder, "styles/secret.sld"));
    symlinkSync(outside, join(folder, "workspaces/outside"));
    symlinkSync(join(folder, "styles/line.sld"), join(folder, "styles/inside.sld"));
    const directory = await opened(folder);
    const at = async (path: string) => directory.read({ method: "GET", path });
    expect((await at("/resource/styles/secret.sld")).status).toBe(404);
    expect((await at("/resource/workspaces/outside/secret.sld")).status).toBe(404);
    expect((await at("/resource/styles/inside.sld")).status).toBe(200);
    expect(remarksOf(directory)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^styles\/secret.sld: The file is a link that leaves/),
        expect.stringMatching(/^workspaces\/outside: The file is a link that leaves/),
      ]),
    );
  });
});

/** Entries that no honest archive has, each with what the refusal says. */
const hostile: readonly (readonly [string, RegExp, readonly TarEntry[]])[] = [
  ["a path upwards", /leaves it/, [{ path: "../evil.xml", content: "x" }]],
  ["a path upwards in the middle", /leaves it/, [{ path: "a/../../evil.xml", content: "x" }]],
  ["an absolute path", /leaves it/, [{ path: "/etc/evil.xml", content: "x" }]],
  ["a drive", /leaves it/, [{ path: "C:/evil.xml", content: "x" }]],
  ["backslashes", /leaves it/, [{ path: "..\\evil.xml", content: "x" }]],
  [
    "a link that leaves",
    /link that leaves/,
    [{ path: "styles/evil.sld", type: "SymbolicLink", linkpath: "../../etc/passwd" }],
  ],
  [
    "an absolute link",
    /link that leaves/,
    [{ path: "styles/evil.sld", type: "SymbolicLink", linkpath: "/etc/passwd" }],
  ],
  [
    "a hard link that leaves",
    /leaves it/,
    [{ path: "styles/evil.sld", type: "Link", linkpath: "../passwd" }],
  ],
  ["a device", /no regular file/, [{ path: "dev", type: "CharacterDevice" }]],
  [
    "too deep a path",
    /folders deep/,
    [{ path: `${"d/".repeat(limits.depth)}f.xml`, content: "x" }],
  ],
  ["too long a name", /too long a name/, [{ path: `${"n".repeat(limits.nameBytes + 1)}.xml` }]],
];

describe("hostile archives", () => {
  test.for(hostile)("%s is refused", async ([_name, message, entries]) => {
    const path = written(tarOf([...entriesOf(smallDirectory), ...entries]), "evil.tar");
    const refused = openDataDirectory(path);
    await expect(refused).rejects.toThrow(DataDirectoryError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({
      diagnostic: { code: "data-directory-unusable", severity: "error", where: { file: path } },
    });
  });

  test("one that unpacks to a thousandfold is refused before it is unpacked", async () => {
    const bytes = limits.ratioFromBytes + 1024 * 1024;
    const zeros = { path: "data/zeros.tif", content: Buffer.alloc(bytes) };
    const path = written(tarGzOf([...entriesOf(smallDirectory), zeros]), "bomb.tar.gz");
    await expect(openDataDirectory(path)).rejects.toThrow(/bytes to 1 packed/);
  });

  test("one that is cut off, or of which a header was changed, is refused", async () => {
    const whole = tarOf(entriesOf(smallDirectory));
    const cut = written(whole.subarray(0, whole.byteLength - 2_000), "cut.tar");
    await expect(openDataDirectory(cut)).rejects.toThrow(/is truncated/);
    const packed = tarGzOf(entriesOf(smallDirectory));
    const short = written(packed.subarray(0, packed.byteLength - 20), "cut.tar.gz");
    await expect(openDataDirectory(short)).rejects.toThrow(/cannot be read/);
    const changed = Buffer.from(whole);
    changed.write("X", 3);
    await expect(openDataDirectory(written(changed, "changed.tar"))).rejects.toThrow(/checksum/);
  });

  test("what is no archive, and what is not there, is reported", async () => {
    const text = written(Buffer.from("no archive ".repeat(100)), "notes.tar");
    await expect(openDataDirectory(text)).rejects.toThrow(DataDirectoryError);
    await expect(openDataDirectory(written(Buffer.alloc(0), "empty.tar"))).rejects.toThrow(
      DataDirectoryError,
    );
    await expect(openDataDirectory(join(temporaryFolder(), "none"))).rejects.toThrow(
      /is not there/,
    );
    await expect(openedFiles({ "readme.txt": "nothing" })).rejects.toThrow(
      /neither workspaces\/ nor global.xml/,
    );
  });
});
