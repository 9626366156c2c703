/** What loading keeps between runs costs or saves time, and changes nothing else. */
import { isDeepStrictEqual } from "node:util";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { digestOf } from "../../src/model/digest.ts";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import type { CachePlace } from "../../src/reconciler/manifest/kept/kept-files.ts";
import {
  loadDesired,
  type Desired,
  type LoadOptions,
} from "../../src/reconciler/manifest/resolve.ts";
import { listenCatalog } from "../support/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { edit, writeKeptEstate } from "../support/kept-estates.ts";
import { numbers } from "../support/numbers.ts";
import { runHere } from "../support/run-here.ts";
import { scale } from "../support/scale.ts";

/** Longer than clocks of files take to go on. */
const SETTLED_MS = 65;

function placeIn(folder: string): CachePlace {
  return { folder: join(folder, ".plumbline", "cache"), name: "kept.json", binding: "one" };
}

const STYLE = "apiVersion: plumbline/v1\nkind: Style\n";

type Given = Pick<LoadOptions, "environment" | "expansion" | "input">;

function load(folder: string, cache?: CachePlace, given: Given = {}): Promise<Desired> {
  const options = { bodies: bodyStore(), clock: () => 0, cache, ...given };
  return loadDesired([folder], options);
}

/** All that can be compared: what functions do follows from it. */
function plain(value: unknown): unknown {
  if (typeof value === "function") return "a function";
  if (value instanceof Map) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** The rows of what is kept, which follow on its digest and on what it is bound to. */
function rowsIn({ folder, name }: CachePlace): readonly string[] {
  return readFileSync(join(folder, name), "utf8").split("\n").slice(2, -1);
}

function overwrite({ folder, name }: CachePlace, change: (body: string) => string): void {
  const file = join(folder, name);
  const text = readFileSync(file, "utf8");
  const body = change(text.slice(text.indexOf("\n") + 1));
  writeFileSync(file, `${digestOf(body)}\n${body}`);
}

/** An estate of which everything is kept. */
async function keptEstate(): Promise<{ readonly folder: string; readonly place: CachePlace }> {
  const folder = temporaryFolder();
  writeKeptEstate(folder);
  await wait(SETTLED_MS);
  const place = placeIn(folder);
  await load(folder, place);
  return { folder, place };
}

const PROJECT = "apiVersion: plumbline/v1\nkind: Project\n";

const projects = [
  "prune: owned\n",
  "prune: none\nignore: [{ objects: [Style/s1], fields: [content] }]\n",
  "prune: none\nignore: [{ objects: [Style/s2] }]\n",
] as const;

const parts = [[], ["--only", "Style/s1"], [], ["-l", "is=a"], ["--exclude", "Style/s?"]] as const;

describe("whatever happens to the files", () => {
  const count = scale({ test: 60, proof: 20_000 });

  test(`${count} edits load as they do without what is kept`, async () => {
    const { folder, place } = await keptEstate();
    const overlays = join(temporaryFolder(), "overlay");
    writeFiles(overlays, { "one.yaml": `${STYLE}metadata: { name: s1, labels: { more: x } }\n` });
    const variables = new Map([["word", "a"]]);
    const more = [
      {},
      {},
      { expansion: { variables, overlays: [overlays] } },
      {},
      { expansion: { variables, overlays: [] } },
      { input: `${STYLE}metadata: { name: s2 }\nspec: { source: ${join(folder, "s1.css")} }\n` },
    ];
    const random = numbers(73);
    const done: string[] = [];
    for (let index = 0; index < count; index++) {
      done.push(edit(folder, random));
      // Some edits come right after a load that may have kept what was there before.
      if (random() < 0.05) await wait(SETTLED_MS * random());
      const options = more[index % more.length] ?? {};
      const kept = plain(await load(folder, place, options));
      const anew = plain(await load(folder, undefined, options));
      if (isDeepStrictEqual(kept, anew)) continue;
      expect(kept, done.slice(-5).join("\n")).toEqual(anew);
    }
  }, 300_000);

  const plans = scale({ test: 8, proof: 200 });

  test(`${plans} edits plan as they do without what is kept`, async () => {
    const url = await listenCatalog();
    const folder = temporaryFolder();
    const manifests = join(folder, "manifests");
    writeKeptEstate(manifests);
    const random = numbers(74);
    for (let index = 0; index < plans; index++) {
      const did = edit(manifests, random);
      await wait(SETTLED_MS * random());
      const options = { url, cwd: folder, now: () => 0 };
      if (index % 16 === 0) {
        const project = projects[(index / 16) % projects.length] ?? "";
        writeFiles(folder, { "plumbline.yaml": `${PROJECT}${project}` });
      }
      // What is on the server as it is declared is told by digests alone.
      if (index % 4 === 0) await runHere(["apply", "--yes"], options);
      const part = parts[index % parts.length] ?? [];
      const command = ["plan", ...part, "-o", "json"];
      const kept = await runHere(command, options);
      const anew = await runHere([...command, "--no-cache"], options);
      expect({ did, ...kept }).toEqual({ did, ...anew });
    }
  }, 300_000);
});

describe("what is kept", () => {
  test("is used: what it says of a file that is as it was is believed", async () => {
    const { folder, place } = await keptEstate();
    const digest = digestOf("* { stroke: #00aa00; }");
    overwrite(place, (body) => body.replaceAll(digest, digestOf("something else")));
    const { state } = await load(folder, place);
    const contents = state.resources.map(({ facts }) => facts["content"]);
    expect(contents).toContain(digestOf("something else"));
    expect(contents).not.toContain(digest);
  });

  test("is used in the place of documents where a manifest names a file and says nothing else", async () => {
    const { folder, place } = await keptEstate();
    overwrite(place, (body) => body.replace('"s1","./s1.css"', '"renamed","./s1.css"'));
    const { state } = await load(folder, place);
    const names = state.resources.map(({ address }) => address.name);
    expect(names).toContain("renamed");
    expect(names).not.toContain("s1");
    // Whatever can change it has it read in full.
    const expansion = { variables: new Map(), overlays: [temporaryFolder()] };
    const overlaid = await load(folder, place, { expansion });
    expect(overlaid.state.resources.map(({ address }) => address.name)).toContain("s1");
  });

  test("holds every file of an estate without faults, and is written again only for changes", async () => {
    const { folder, place } = await keptEstate();
    expect(rowsIn(place)).toHaveLength(16);
    const file = join(place.folder, place.name);
    const { ino } = statSync(file);
    await load(folder, place);
    expect(statSync(file).ino).toBe(ino);
    writeFileSync(join(folder, "s1.css"), "* { stroke: #00dd00; }");
    await wait(SETTLED_MS);
    await load(folder, place);
    expect(statSync(file).ino).not.toBe(ino);
    expect(rowsIn(place)).toHaveLength(16);
  });

  test("is found under any name, wherever files come and go between", async () => {
    const folder = temporaryFolder();
    const place = placeIn(folder);
    const style = (name: string, file: string) => {
      writeFileSync(join(folder, file), `* { stroke: #00aa00; } /* ${name} */`);
      const header = "apiVersion: plumbline/v1\nkind: Style\n";
      const rest = `metadata: { name: ${name} }\nspec: { source: ${JSON.stringify(`./${file}`)} }\n`;
      writeFileSync(join(folder, `${file}.yaml`), header + rest);
    };
    const files = ["a \t b.css", 'c "quoted".css', "d\\e.css", "é ü 雨 💧.css", "f.css", "g.css"];
    for (const [index, file] of files.entries()) style(`s${index}`, file);
    await wait(SETTLED_MS);
    for (let round = 0; round < 2; round++) await load(folder, place);
    expect(rowsIn(place)).toHaveLength(2 * files.length);
    expect(rowsIn(place).every((row) => row.split("\t").length > 4)).toBe(true);
    rmSync(join(folder, `${files[0]}.yaml`));
    style("between", "e.css");
    style("s1", files[1] ?? "");
    await wait(SETTLED_MS);
    for (let round = 0; round < 2; round++)
      expect(plain(await load(folder, place))).toEqual(plain(await load(folder)));
    expect(rowsIn(place)).toHaveLength(2 * files.length);
    const { ino } = statSync(join(place.folder, place.name));
    await load(folder, place);
    expect(statSync(join(place.folder, place.name)).ino).toBe(ino);
  });

  test("is nobody else's, and nothing for Git", async () => {
    const { place } = await keptEstate();
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(place.folder, place.name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(place.folder, ".gitignore"), "utf8")).toBe("*\n");
    expect(readdirSync(place.folder).toSorted()).toEqual([".gitignore", place.name]);
  });

  test("holds no file that changed within the grain of the clock", async () => {
    const folder = temporaryFolder();
    writeKeptEstate(folder);
    const place = placeIn(folder);
    await load(folder, place);
    expect(existsSync(join(place.folder, place.name)) ? rowsIn(place) : []).toEqual([]);
  });

  test("holds no file with something wrong in it, so that each run says it again", async () => {
    const { folder, place } = await keptEstate();
    writeFileSync(join(folder, "s2.yaml"), "kind: [\n");
    writeFileSync(join(folder, "s3.yaml"), "apiVersion: plumbline/v1\nkind: Nothing\n");
    await wait(SETTLED_MS);
    const first = await load(folder, place);
    const text = readFileSync(join(place.folder, place.name), "utf8");
    expect(text).not.toContain(join(folder, "s2.yaml"));
    expect(text).not.toContain(join(folder, "s3.yaml"));
    expect((await load(folder, place)).diagnostics).toEqual(first.diagnostics);
    expect(first.diagnostics.length).toBeGreaterThan(1);
  });

  test("is nothing of a manifest with secrets, nor of the files that it names", async () => {
    const { folder, place } = await keptEstate();
    const secret = (name: string, reference: string) =>
      `apiVersion: plumbline/v1\nkind: File\nmetadata: { name: ${name} }\nspec: { source: ./${name}, variables: { word: ${reference} } }\n`;
    writeFiles(folder, {
      "env.yaml": secret("env.properties", "{ fromEnv: WORD }"),
      "file.yaml": secret("file.properties", "{ fromFile: ./word.txt }"),
      "shared.yaml":
        "apiVersion: plumbline/v1\nkind: File\nmetadata: { name: shared }\nspec: { source: ./word.txt }\n",
      "env.properties": "word=${{ var.word }}\n",
      "file.properties": "word=${{ var.word }}\nother\n",
      "word.txt": "a secret of the test",
    });
    await wait(SETTLED_MS);
    const environment = { WORD: "another secret of the test" };
    const desired = await load(folder, place, { environment });
    expect(desired.diagnostics).toEqual([]);
    const text = readFileSync(join(place.folder, place.name), "utf8");
    for (const file of ["env.yaml", "file.yaml", "env.properties", "file.properties", "word.txt"])
      expect(text).not.toContain(JSON.stringify(join(folder, file)).slice(1, -1));
    for (const content of ["word=${{ var.word }}\n", "a secret of the test"])
      expect(text).not.toContain(digestOf(content));
    expect(text).toContain(join(folder, "shared.yaml"));
  });
});

describe("nothing is believed, and nothing said", () => {
  const damages: readonly (readonly [string, (place: CachePlace) => void])[] = [
    ["lost", ({ folder, name }) => writeFileSync(join(folder, name), "")],
    [
      "cut off",
      ({ folder, name }) => {
        const text = readFileSync(join(folder, name));
        writeFileSync(join(folder, name), text.subarray(0, text.length / 2));
      },
    ],
    [
      "damaged",
      ({ folder, name }) => {
        const text = readFileSync(join(folder, name));
        text[text.length - 40] = 0x20;
        writeFileSync(join(folder, name), text);
      },
    ],
    ["of another form", (place) => overwrite(place, () => '{"format":1,"rows":7}\n7\n')],
    ["no object", (place) => overwrite(place, () => "null")],
    [
      "of rows that make no sense",
      (place) =>
        overwrite(place, (body) =>
          body
            .replaceAll(/"sha256-[^"]*"/g, "[7]")
            .replaceAll(/\tsha256-[^\t]*/g, "\tnone")
            .replaceAll(/\[\d+,\d+,/g, "[null,")
            .replaceAll('"value"', '"values"'),
        ),
    ],
    ["open to others", ({ folder, name }) => chmodSync(join(folder, name), 0o644)],
    ["in a folder that is open to others", ({ folder }) => chmodSync(folder, 0o755)],
  ];

  test.for(damages)("where it is %s", async ([, damage]) => {
    const { folder, place } = await keptEstate();
    const digest = digestOf("* { stroke: #00aa00; }");
    // Whoever believed it now would take the wrong content for the right one.
    overwrite(place, (body) => body.replaceAll(digest, digestOf("something else")));
    damage(place);
    expect(plain(await load(folder, place))).toEqual(plain(await load(folder)));
  });

  test("where it is bound to something else", async () => {
    const { folder, place } = await keptEstate();
    const digest = digestOf("* { stroke: #00aa00; }");
    overwrite(place, (body) => body.replaceAll(digest, digestOf("something else")));
    const other = { ...place, binding: "two" };
    expect(plain(await load(folder, other))).toEqual(plain(await load(folder)));
  });

  test("where the folder cannot be made, or is a link", async () => {
    const folder = temporaryFolder();
    const elsewhere = temporaryFolder();
    writeKeptEstate(folder);
    await wait(SETTLED_MS);
    const place = placeIn(folder);
    writeFileSync(join(folder, ".plumbline"), "a file");
    expect(plain(await load(folder, place))).toEqual(plain(await load(folder)));
    mkdirSync(join(folder, ".other"));
    symlinkSync(elsewhere, join(folder, ".other", "cache"));
    await load(folder, { ...place, folder: join(folder, ".other", "cache") });
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe("plumbline --no-cache", () => {
  test("keeps nothing; without it, commands with a project file do", async () => {
    const folder = temporaryFolder();
    writeKeptEstate(join(folder, "manifests"));
    await wait(SETTLED_MS);
    const cache = join(folder, ".plumbline", "cache");
    const without = await runHere(["validate"], { cwd: folder });
    expect(existsSync(cache)).toBe(false);
    writeFiles(folder, {
      "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nprune: none\n",
    });
    const flagged = await runHere(["validate", "--no-cache"], { cwd: folder });
    const told = { cwd: folder, env: { PLUMBLINE_NO_CACHE: "1" } };
    expect(await runHere(["validate"], told)).toEqual(flagged);
    expect(existsSync(cache)).toBe(false);
    const first = await runHere(["validate"], { cwd: folder });
    const second = await runHere(["validate"], { cwd: folder });
    expect([first, second, without]).toEqual([flagged, flagged, flagged]);
    expect(readdirSync(cache)).toHaveLength(2);
  });
});
