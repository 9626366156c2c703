/** What loading keeps between runs costs or saves time, and changes nothing else. */
import { isDeepStrictEqual } from "node:util";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { digestOf, digestOfValue } from "../../src/model/digest.ts";
import { bodyStore } from "../../src/reconciler/manifest/artefacts.ts";
import type { CachePlace } from "../../src/reconciler/manifest/kept/kept-files.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import {
  loadDesired,
  type Desired,
  type LoadOptions,
} from "../../src/reconciler/manifest/resolve.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, listenCatalog, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { edit, writeKeptEstate } from "../support/estates/kept-estates.ts";
import { numbers } from "../support/run/numbers.ts";
import { runHere } from "../support/commands/run-here.ts";
import { scale } from "../support/run/scale.ts";

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

const fileOf = ({ folder, name }: CachePlace) => join(folder, name);

const SHEET = digestOf("* { stroke: #00aa00; }");
const OTHER = digestOf("something else");

/** Makes what is kept say something wrong, usually of a content: only who believes it finds that. */
function forge(place: CachePlace, wrong: string | RegExp = SHEET, by = OTHER): void {
  const whole = readFileSync(fileOf(place), "utf8");
  const text = whole.slice(whole.indexOf("\n") + 1);
  const forged = text.replaceAll(wrong, by);
  expect(forged).not.toBe(text);
  const seal = digestOfValue([place.binding, digestOf(forged)]);
  writeFileSync(fileOf(place), `${seal}\n${forged}`);
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
  test("is believed of a file that is as it was, and of no other", async () => {
    const { folder, place } = await keptEstate();
    forge(place);
    const contents = async () =>
      (await load(folder, place)).state.resources.map(({ facts }) => facts["content"]);
    expect(await contents()).toContain(OTHER);
    expect(await contents()).not.toContain(SHEET);
    writeFileSync(join(folder, "s1.css"), "* { stroke: #00dd00; }");
    expect(await contents()).toContain(digestOf("* { stroke: #00dd00; }"));
  });

  test("is replaced by another file, and only for changes", async () => {
    const { folder, place } = await keptEstate();
    const before = statSync(fileOf(place)).ino;
    await load(folder, place);
    expect(statSync(fileOf(place)).ino).toBe(before);
    writeFileSync(join(folder, "s1.css"), "* { stroke: #00dd00; }");
    await wait(SETTLED_MS);
    await load(folder, place);
    const changed = statSync(fileOf(place)).ino;
    expect(changed).not.toBe(before);
    rmSync(join(folder, "s1.yaml"));
    await load(folder, place);
    expect(statSync(fileOf(place)).ino).not.toBe(changed);
    expect(readFileSync(fileOf(place), "utf8")).not.toContain("s1.css");
  });

  test("is nobody else's, and nothing for Git", async () => {
    const { place } = await keptEstate();
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf(place)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(place.folder, ".gitignore"), "utf8")).toBe("*\n");
    expect(readdirSync(place.folder).toSorted()).toEqual([".gitignore", place.name]);
  });

  test("holds no file that changed within the grain of the clock", async () => {
    const folder = temporaryFolder();
    writeKeptEstate(folder);
    const place = placeIn(folder);
    await load(folder, place);
    expect(existsSync(fileOf(place)) ? readFileSync(fileOf(place), "utf8") : "").not.toContain(
      ".css",
    );
  });

  test("holds no file with something wrong in it, so that each run says it again", async () => {
    const { folder, place } = await keptEstate();
    writeFileSync(join(folder, "s2.yaml"), "kind: [\n");
    writeFileSync(join(folder, "s3.yaml"), "apiVersion: plumbline/v1\nkind: Nothing\n");
    await wait(SETTLED_MS);
    const first = await load(folder, place);
    const text = readFileSync(fileOf(place), "utf8");
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
    const text = readFileSync(fileOf(place), "utf8");
    for (const file of ["env.yaml", "file.yaml", "env.properties", "file.properties", "word.txt"])
      expect(text).not.toContain(JSON.stringify(join(folder, file)).slice(1, -1));
    for (const content of ["word=${{ var.word }}\n", "a secret of the test"])
      expect(text).not.toContain(digestOf(content));
    expect(text).toContain(join(folder, "shared.yaml"));
  });

  test("is nothing of a manifest whose secret an overlay replaces", async () => {
    const { folder, place } = await keptEstate();
    const overlay = join(temporaryFolder(), "overlay");
    const file = (spec: string) =>
      `apiVersion: plumbline/v1\nkind: File\nmetadata: { name: data }\nspec: { ${spec} }\n`;
    writeFiles(folder, {
      "files.yaml": file("source: ./data, variables: { w: { fromEnv: W } }"),
      "data/one.properties": "w=${{ var.w }}\n",
    });
    writeFiles(overlay, { "one.yaml": file("variables: { w: given }") });
    await wait(SETTLED_MS);
    const expansion = { variables: new Map(), overlays: [overlay] };
    expect((await load(folder, place, { expansion })).diagnostics).toEqual([]);
    const text = readFileSync(fileOf(place), "utf8");
    expect([text.includes("fromEnv"), text.includes("one.properties")]).toEqual([false, true]);
  });
});

describe("nothing is believed, and nothing said", () => {
  const change = (damage: (bytes: Buffer) => Uint8Array | string) => (place: CachePlace) =>
    writeFileSync(fileOf(place), damage(readFileSync(fileOf(place))));
  const damages: readonly (readonly [string, (place: CachePlace) => CachePlace | void])[] = [
    ["lost", change(() => "")],
    ["cut off", change((bytes) => bytes.subarray(0, bytes.length / 2))],
    ["damaged", change((bytes) => bytes.fill(0x20, bytes.length - 40, bytes.length - 39))],
    ["without its first line", change((bytes) => bytes.subarray(bytes.indexOf("\n") + 1))],
    ["of another form", change((bytes) => `${digestOf(bytes)}\n${bytes.toString()}`)],
    ["bound to something else", (place) => ({ ...place, binding: "two" })],
    ["open to others", (place) => chmodSync(fileOf(place), 0o644)],
    ["in a folder that is open to others", ({ folder }) => chmodSync(folder, 0o755)],
    [
      "a link",
      (place) => {
        renameSync(fileOf(place), `${fileOf(place)}.moved`);
        symlinkSync(`${fileOf(place)}.moved`, fileOf(place));
      },
    ],
  ];

  test.for(damages)("where it is %s", async ([, damage]) => {
    const { folder, place } = await keptEstate();
    forge(place);
    const found = damage(place) ?? place;
    expect(plain(await load(folder, found))).toEqual(plain(await load(folder)));
  });

  test("where a run deletes: it reads every file again before it begins", async () => {
    const { app } = await startCatalog();
    const { folder, place } = await keptEstate();
    await applyFolder(app, folder, { prune: "owned" });
    rmSync(join(folder, "s1.yaml"));
    forge(place, /(?<=,"digest":")sha256-\w+/g);
    const connection = await connectTo(app);
    const estate = { ...estateOf(folder, { prune: "owned" }), cache: place };
    const planned = await planEstate(estate, connection);
    expect(planned.plan?.changes.some(({ action }) => action === "delete")).toBe(true);
    await expect(applyPlan(planned, connection)).rejects.toThrow("have changed since");
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
