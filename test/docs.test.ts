/** The documentation says what is: generated pages are fresh, names and links lead somewhere. */
import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { kinds } from "../src/reconciler/kinds/registry.ts";
import { formatManifests } from "../src/reconciler/manifest/write.ts";
import { generatedFiles } from "../scripts/generated.ts";
import { pageFiles } from "../scripts/page.ts";
import { blocksOf } from "./support/project/pages.ts";
import { filesBelow, root, textOf } from "./support/project/sources.ts";
import { provenCounts, provenRuns } from "../scripts/proven.ts";

const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...filesBelow("docs", /\.md$/),
  ...filesBelow("examples", /\.md$/),
  "test/corpus/COVERAGE.md",
];
const code = ["src", "test", "scripts"].flatMap((folder) => filesBelow(folder, /\.ts$/));

test.for([...generatedFiles()])("%s is as `npm run generate` writes it", ([file, content]) => {
  expect(textOf(file)).toBe(content);
});

test("the parts of report pages are as `npm run generate` writes them", async () => {
  for (const [file, content] of await pageFiles()) expect(textOf(file), file).toBe(content);
});

test("every generated schema is of a kind that still exists", () => {
  const generated = [...generatedFiles().keys()].filter((file) => file.startsWith("schema/"));
  expect(filesBelow("schema", /./)).toEqual(generated.toSorted());
});

/** Commands of npm itself that pages name. */
const ofNpm = new Set(["ci", "install", "pack"]);

describe("names in pages", () => {
  test.for(pages)("links and files of %s are there", (page) => {
    const text = textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, "");
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) =>
      normalize(join(dirname(page), target ?? "")),
    );
    const files = [...text.matchAll(/`((?:src|test|docs|scripts|schema|examples)\/[\w./-]+)`/g)];
    const named = files.map(([, target]) => target ?? "");
    for (const target of [...links, ...named])
      expect(existsSync(join(root, target)), `${page} names ${target}`).toBe(true);
  });

  test.for(pages)("npm scripts of %s are there", (page) => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
    for (const [, name] of textOf(page).matchAll(/\bnpm (?:run )?([a-z]+)\b/g))
      if (!ofNpm.has(name ?? "")) expect(scripts, page).toHaveProperty(name ?? "");
  });
});

/** The text with the lines of each comment in one. */
const unwrapped = (text: string) => text.replaceAll(/\n\s*\* (?=\S)/g, " ");

describe("sources of rules", () => {
  const cited = code.flatMap((file) =>
    [...unwrapped(textOf(file)).matchAll(/(docs\/[\w/-]+\.md)(?:, "([^"]+)"|,? (\d\.\d))?/g)].map(
      ([, page, heading, number]) => ({ file, page: page ?? "", heading: heading ?? number }),
    ),
  );

  test("there are some", () => expect(cited.length).toBeGreaterThan(20));

  test.for(cited)("$file cites $page $heading", ({ page, heading }) => {
    expect(existsSync(join(root, page))).toBe(true);
    if (heading === undefined) return;
    const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, text]) => text ?? "");
    expect(headings.some((text) => text === heading || text.startsWith(`${heading} `))).toBe(true);
  });
});

/** Every manifest that people are shown: in pages that are typed, in examples, by explain. */
const shown: readonly (readonly [string, string])[] = [
  ...["README.md", ...filesBelow("docs", /\.md$/)].flatMap((page) =>
    blocksOf(page)
      .filter(({ text, language }) => language === "yaml" && /^kind: (?!Project)/m.test(text))
      .map(({ text }, index) => [`${page}, block ${index + 1}`, text] as const),
  ),
  ...["manifests", "examples"].flatMap((folder) =>
    filesBelow(folder, /\.yaml$/)
      .filter((file) => /\/(?:before|manifests)\/|^manifests\//.test(file))
      .map((file) => [file, textOf(file)] as const),
  ),
];

test.for(shown)("%s is in canonical form", ([, text]) => {
  expect(formatManifests(text)).toBe(text);
});

test.for([
  { kind: "UrlCheck", name: /url-?check/i, lines: 150 },
  // Tile layers name their store.
  { kind: "BlobStore", name: /blob-?store/i, users: /tile-/, lines: 450 },
])("the sources of $kind are those that CONTRIBUTING lists", ({ name, users, lines }) => {
  const [, section = ""] = textOf("CONTRIBUTING.md").split("## Adding a kind");
  const lists = [...section.matchAll(/(?:^- `src\/.+\n(?: {2}.+\n)*)+/gm)].map(([list]) => list);
  const list = lists.find((one) => name.test(one)) ?? "";
  const listed = [...list.matchAll(/^- `(src\/[\w/.-]+)`/gm)].map(([, file]) => file ?? "");
  const naming = filesBelow("src", /\.ts$/).filter((file) => name.test(textOf(file)));
  expect(listed.toSorted()).toEqual(naming.filter((file) => users?.test(file) !== true).toSorted());
  expect(listed.length).toBeLessThanOrEqual(8);
  const own = listed.filter((file) => name.test(file)).map((file) => textOf(file).split("\n"));
  expect(own.flat().length).toBeLessThanOrEqual(lines);
});

test("the README says what is proven on the newest server of the recorded runs", () => {
  const [newest] = provenRuns();
  expect(newest).toBeDefined();
  for (const counts of newest === undefined ? [] : provenCounts(newest))
    expect(textOf("README.md")).toContain(counts);
});

test("the README shows a plan as it is", () => {
  expect(textOf("README.md")).toContain(textOf("examples/04-other-feature-types/plan.txt"));
});

test("every command and every environment variable is in the reference", () => {
  const reference = textOf("docs/reference.md");
  const variables = filesBelow("src", /\.ts$/).flatMap(
    (file) => textOf(file).match(/\bPLUMBLINE_[A-Z_]+\b/g) ?? [],
  );
  for (const variable of new Set(variables)) expect(reference).toContain(variable);
});

test("deviations from a stock server are listed with their reasons, and marked where they are decided", () => {
  const page = textOf("docs/compatibility.md").split("## Deviations")[1] ?? "";
  const rows = [
    ...page.matchAll(/^\| ([a-z-]+) \| (both|`documented`|`geoserver`) \| (.+) \| (.+) \|$/gm),
  ];
  const listed = rows.map(([, name]) => name ?? "");
  const marks = filesBelow("src/server", /\.ts$/)
    .concat(filesBelow("src/wire", /\.ts$/), filesBelow("src/model", /\.ts$/))
    .flatMap((file) => [...textOf(file).matchAll(/\bDeviation: ([a-z-]+)\./g)])
    .map(([, name]) => name ?? "");
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.toSorted()).toEqual([...new Set(marks)].toSorted());
  expect(new Set(listed).size).toBe(listed.length);
});

test("the opinions name every kind that a scope prunes", () => {
  const [, chapter = ""] =
    /## What is never touched\n([\s\S]*?)\n## /.exec(textOf("docs/opinions.md")) ?? [];
  const pruned = [...kinds.values()].filter(({ list }) => list?.inWorkspace !== undefined);
  for (const { name } of pruned) expect(chapter).toContain(`\`${name}\``);
});
