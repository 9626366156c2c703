/** Reports as pages: nothing breaks out, nothing is loaded, nothing is lost without being told. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graphOfDeclared } from "../../src/reconciler/engine/inspect/graph.ts";
import type { RunDocument } from "../../src/reconciler/report/documents.ts";
import { renderPage, type PageContext } from "../../src/reconciler/report/page/page.ts";
import { parseAddress } from "../../src/model/address.ts";
import {
  applyOf,
  changeOf,
  diagnosticOf,
  hostileTexts,
  planOf,
} from "../support/reports/run-documents.ts";
import { dataOfPage, faultsOfPage, picturesOfPage } from "../support/reports/report-page.ts";
import { scale } from "../support/run/scale.ts";

const hostile = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }));
const runs = { numRuns: scale({ test: 25, proof: 3_000 }), seed: 7 };

function pageOf(document: RunDocument, more: Partial<PageContext> = {}): string {
  return renderPage(document, { version: "1.0.0", ...more });
}

const unplaced = { path: null, before: null, after: null };

/** Everything that comes from elsewhere is one text. */
function saying(text: string): RunDocument {
  const fields = [{ field: "f", label: text, before: text, after: text, text }];
  const differences = [{ file: text, place: [text], change: "changed", text, ...unplaced }];
  const more = { because: text, takes_along: [text], cannot_come_back: [text], fields };
  const declared = { declared_at: { file: text, line: 3 }, differences };
  const plan = planOf([changeOf(text, { action: "replace", ...more, ...declared })], {
    estate: text,
    target: { url: text, software: text, version: text },
    footprints: [{ address: text, name: text, box: [0, 0, 1, 1] }],
    consequences: [text],
    orphans: [text],
    blocks: [{ allow: null, message: text, hint: text, about: [text] }],
    selection: { only: [text], exclude: [], labels: [], paths: [], objects: 1, of: 1, along: [] },
  });
  const diagnostics = [diagnosticOf({ message: text, hint: text, file: text, address: text })];
  return { ...applyOf(plan, { [text]: "refused" }), diagnostics };
}

/** A graph of objects by what each needs. */
function graphOf(needs: Readonly<Record<string, readonly string[]>>) {
  const addressOf = (text: string) => parseAddress(text) ?? expect.unreachable(text);
  const resources = Object.entries(needs).map(([address, required]) => ({
    address: addressOf(address),
    requires: required.map(addressOf),
  }));
  return graphOfDeclared(resources as unknown as Parameters<typeof graphOfDeclared>[0]);
}

describe("what a page holds", () => {
  test("whatever a text holds, it stays text, and the page loads nothing", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const pictures = new Map([[text, [{ caption: text, svg: text }]]]);
        const page = pageOf(saying(text), { pictures });
        expect(faultsOfPage(page)).toEqual([]);
        const [change] = dataOfPage(page).changes;
        expect(change?.words).toHaveLength(1);
        const [picture] = picturesOfPage(page).get(0) ?? [];
        expect(picture?.svg).toBe(text.toWellFormed());
        // Signs that turn a line around, or that nobody sees, are shown as such.
        expect(JSON.stringify({ ...change, caption: picture?.caption })).not.toMatch(/\p{C}/u);
      }),
      runs,
    );
  });

  test("a page is the same each time, and says what destroys first", () => {
    const changes = [
      changeOf("Style/a"),
      changeOf("Style/b", { action: "create" }),
      changeOf("Layer/w:c", { action: "replace" }),
      changeOf("Layer/w:d", { action: "delete", unowned: true }),
    ];
    const page = pageOf(planOf(changes));
    expect(pageOf(planOf(changes))).toBe(page);
    expect(dataOfPage(page).changes.map(({ address, word }) => `${word} ${address}`)).toEqual([
      "delete Layer/w:d",
      "recreate Layer/w:c",
      "update Style/a",
      "create Style/b",
    ]);
    const heads = [...page.matchAll(/<li id="c(\d)" class="(\w+)">/g)].map(([, at, word]) => [
      at,
      word,
    ]);
    expect(heads).toEqual([
      ["0", "delete"],
      ["1", "recreate"],
      ["2", "update"],
      ["3", "create"],
    ]);
    const [hard = "", soft = ""] = page.split(">Other changes<");
    expect(hard).toMatch(/>Destructive<[\s\S]*Layer\/w:c/);
    expect(soft).toMatch(/Style\/a[\s\S]*Style\/b/);
  });

  test("a plan that deletes asks for care, and names what goes", () => {
    const calm = pageOf(planOf([changeOf("Style/a")]));
    expect(calm).toMatch(/<p class="verdict"><span aria-hidden="true">✓</);
    const page = pageOf(planOf([changeOf("Style/a"), changeOf("Layer/w:c", { action: "delete" })]));
    expect(page).toMatch(/<p class="verdict care"><span aria-hidden="true">!</);
    expect(page).toContain('<p class="lost">delete <code>Layer/w:c</code></p>');
  });

  test("who gains access comes before the changes, and warnings are folded apart from errors", () => {
    const diagnostics = [
      diagnosticOf({ severity: "warning", message: "a slow style" }),
      diagnosticOf({ severity: "error", message: "a broken style" }),
    ];
    const consequences = ["ROLE_EDITOR may now write every layer of sf"];
    const page = pageOf(
      planOf([changeOf("Style/a")], { consequences, orphans: ["Style/o"], diagnostics }),
    );
    const places = ["ROLE_EDITOR", "a broken style", "a slow style", ">Changes<", "Style/o"].map(
      (text) => page.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(page).toMatch(/<details><summary>1 line<\/summary><ul class="warnings">.*a slow style/);
  });

  test("what becomes of requests is said in their order", () => {
    const plan = planOf([changeOf("Style/a"), changeOf("Style/b")]);
    const fates = { "Style/b": "refused" } as const;
    expect(dataOfPage(pageOf(plan)).requests.map(({ fate }) => fate)).toEqual(["", ""]);
    const page = pageOf(applyOf(plan, fates));
    expect(dataOfPage(page).requests.map(({ fate }) => fate)).toEqual(["done 200", "refused 409"]);
    expect(page).toMatch(/<p class="verdict failed">.* 1 object failed\.<\/p>/);
    expect(dataOfPage(page).changes[1]?.rows[0]).toEqual([
      "failed",
      "PUT /styles/a: refused with 409. somebody else has it",
    ]);
  });

  test("what no rehearsal could try has not failed", () => {
    const plan = planOf([changeOf("Style/a")]);
    const nothing = { calls: [], not_tried: [], lost: [], leftovers: [], diagnostics: [] };
    const page = pageOf({
      type: "rehearsal",
      format_version: "1.0",
      plan,
      ...nothing,
      not_rehearsed: [{ address: "Style/a", requests: 1, reason: "no copy of it" }],
      foretold: { converged: true, exit_code: 0, done: 0, verdict: "Applied." },
    });
    expect(page).toContain("<strong>not tried</strong>");
    expect(dataOfPage(page).changes[0]?.rows[0]).toEqual(["not tried", "no copy of it"]);
  });

  test("differences inside files are lines with a sign", () => {
    const differences = [
      {
        file: "content.sld",
        place: ['rule "motorway"'],
        change: "changed",
        text: "#f00 → #e20",
        ...unplaced,
      },
      { file: "a.xml", place: ["mapping t:A"], change: "added", text: "is added", ...unplaced },
    ];
    const change = { ...changeOf("Style/a"), differences };
    expect(dataOfPage(pageOf(planOf([change]))).changes[0]?.words).toEqual([
      ["~", 'rule "motorway": #f00 → #e20'],
      ["+", "a.xml › mapping t:A is added"],
    ]);
  });

  test("what is skipped is said with what differs", () => {
    const field = { field: "title", label: "title", before: "a", after: "b", text: "a → b" };
    const differences = [
      { file: "content.sld", place: [], change: "changed", text: "#f00 → #e20", ...unplaced },
    ];
    const left = { address: "Style/a", text: "is only observed", fields: [field], differences };
    const page = pageOf(planOf([], { left_alone: [left] }));
    for (const said of ["is only observed", "title: a → b", "#f00 → #e20"])
      expect(page).toContain(`<li><code>Style/a ${said}</code></li>`);
  });

  test("what stops a plan is said of the objects that it is about", () => {
    const changes = [
      changeOf("Style/a"),
      changeOf("Layer/w:b", { action: "delete" }),
      changeOf("Layer/v:c", { action: "delete" }),
      changeOf("AccessRules/r"),
    ];
    const block = { message: "m", hint: "h" };
    const blocks = [
      { ...block, allow: "public-access", about: ["AccessRules/r"] },
      { ...block, allow: null, about: ["Layer/v:c"] },
      {
        ...block,
        allow: "over-limit",
        excess: { action: "delete", kind: "Layer", workspace: "w" },
      },
    ];
    const found = dataOfPage(pageOf(planOf(changes, { blocks }))).changes;
    expect(Object.fromEntries(found.map(({ address, dangers }) => [address, dangers]))).toEqual({
      "Layer/w:b": ["destructive", "over-limit"],
      "Layer/v:c": ["destructive", "cannot be accepted"],
      "Style/a": [],
      "AccessRules/r": ["public-access"],
    });
  });
});

describe("what a page leaves out", () => {
  const changes = Array.from({ length: 600 }, (_unused, index) =>
    changeOf(`Style/s${index}`, { because: "x".repeat(index % 300) }),
  );

  test("it is never larger than it may be, and counts what it leaves out", () => {
    for (const maximum of [60_000, 200_000, 400_000]) {
      const page = pageOf(planOf(changes), { maximum });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maximum);
      expect(faultsOfPage(page)).toEqual([]);
      const data = dataOfPage(page);
      const heads = page.match(/<li id="c\d+"/g)?.length ?? 0;
      expect(data.changes).toHaveLength(heads);
      const [sentence = ""] = /<p class="cut">.*<\/p>/.exec(page) ?? [];
      const told = (noun: string) =>
        Number(new RegExp(`(\\d+) ${noun}s?[,.]`).exec(sentence)?.[1] ?? 0);
      const cuts = data.changes.filter(({ isCut }) => isCut).length;
      expect(sentence.includes(`the lines of ${cuts} object`)).toBe(cuts > 0);
      expect(heads + told("(?<!lines of \\d+ )object")).toBe(600);
      expect(data.requests.length + told("request")).toBe(600);
    }
    expect(pageOf(planOf(changes.slice(0, 5)))).not.toContain('class="cut"');
    const footprints = Array.from({ length: 600 }, (_unused, index) => ({
      address: `ImageMosaic/w:${"m".repeat(60)}${index}`,
      name: "g",
      box: [0, 0, 1, 1],
    }));
    const mapped = pageOf(planOf([], { footprints }), { maximum: 100_000 });
    expect(Buffer.byteLength(mapped)).toBeLessThanOrEqual(100_000);
    expect(mapped).toMatch(/too large: \d+ maps\./);
  });

  const picturesAs = (svg: string) =>
    new Map(
      changes
        .filter(({ address }) => !address.endsWith("0"))
        .map(({ address }) => [address, [{ caption: "before and after", svg }]]),
    );

  test("pictures are those of the first styles that have any, and stand by themselves", () => {
    const pictures = picturesAs("<svg/>");
    const few = pageOf(planOf(changes.slice(0, 50)), { pictures });
    const found = picturesOfPage(few);
    expect(found.size).toBe(45);
    const { changes: listed } = dataOfPage(few);
    expect([...found.keys()].map((index) => listed[index]?.address)).toEqual(
      listed.flatMap(({ address }) => (address.endsWith("0") ? [] : [address])),
    );
    expect(few).not.toContain('class="cut"');
    const many = pageOf(planOf(changes), { pictures });
    expect(picturesOfPage(many).size).toBe(200);
    expect(many).toContain("the pictures of 340 objects after the first 200");
  });

  test("pictures have the room that all else leaves, and what has none says so", () => {
    const plan = planOf(changes.slice(0, 50));
    const bare = Buffer.byteLength(pageOf(plan));
    const pictures = picturesAs(`<svg>${"x".repeat(2_000)}</svg>`);
    // An eighth of a page is for what stops it, and what it lists beside.
    const maximum = Math.ceil(((bare + 30_000) * 8) / 7);
    const page = pageOf(plan, { pictures, maximum });
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maximum);
    expect(faultsOfPage(page)).toEqual([]);
    const found = [...picturesOfPage(page).values()].flat();
    const unfit = found.filter(({ svg }) => svg === undefined);
    expect(found).toHaveLength(45);
    expect(unfit.length).toBeGreaterThan(5);
    expect(unfit.length).toBeLessThan(45);
    expect(unfit[0]?.caption).toMatch(/too large/);
    expect(page).toContain(`the pictures of ${unfit.length} objects.`);
    expect(dataOfPage(page).changes.some(({ isCut }) => isCut)).toBe(false);
  });
});

test("a map shows where granules lie that go, by their mosaics", () => {
  const [mosaic, other] = ["ImageMosaic/w:m", "ImageMosaic/w:n"];
  const footprints = [
    { address: mosaic, name: "a.tif", box: [5, 45, 10, 50] },
    { address: other, name: "b.tif", box: [0, 0, 1, 1] },
    { address: mosaic, name: "c.tif", box: [8, 47, 13, 52] },
  ];
  const page = pageOf(planOf([changeOf(mosaic), changeOf(other)], { footprints }));
  expect(dataOfPage(page).maps).toEqual([
    {
      title: mosaic,
      footprints: [
        { location: "a.tif", fate: "goes", box: [5, 45, 10, 50] },
        { location: "c.tif", fate: "goes", box: [8, 47, 13, 52] },
      ],
      unknown: 0,
    },
    {
      title: other,
      footprints: [{ location: "b.tif", fate: "goes", box: [0, 0, 1, 1] }],
      unknown: 0,
    },
  ]);
  expect(page).toContain(
    '<details id="m1"><summary>ImageMosaic/w:n, 1 granule</summary></details>',
  );
});

test("a map shows where granules lie that come, and counts those of which nobody knows", () => {
  const mosaic = "ImageMosaic/w:m";
  const footprints = [{ address: mosaic, name: "a.tif", box: [5, 45, 10, 50] }];
  const box = { minx: 1, miny: 2, maxx: 3, maxy: 4 };
  const coming = new Map([[mosaic, { footprints: [{ name: "<b>.tif", box }], unknown: 7 }]]);
  const page = pageOf(planOf([changeOf(mosaic)], { footprints }), { coming });
  expect(faultsOfPage(page)).toEqual([]);
  expect(dataOfPage(page).maps[0]).toEqual({
    title: mosaic,
    footprints: [
      { location: "a.tif", fate: "goes", box: [5, 45, 10, 50] },
      { location: "<b>.tif", fate: "comes", box: [1, 2, 3, 4] },
    ],
    unknown: 7,
  });
  expect(page).toContain(
    "ImageMosaic/w:m, 2 granules, and 7 that come and are known once harvested",
  );
});

describe("the graph of a page", () => {
  const graph = graphOf({
    "Style/a": [],
    "Style/lone": [],
    "Layer/w:b": ["Style/a"],
    "LayerGroup/w:g": ["Layer/w:b"],
  });

  test("holds what changes lead to, both ways, and what plans say of deletions", () => {
    const deleted = changeOf("Layer/w:old", { action: "delete", goes_with: "DataStore/w:gone" });
    const found = dataOfPage(pageOf(planOf([changeOf("Layer/w:b"), deleted]), { graph })).graph;
    expect(found?.nodes).toEqual([
      "DataStore/w:gone",
      "Layer/w:b",
      "Layer/w:old",
      "LayerGroup/w:g",
      "Style/a",
    ]);
    expect(found?.edges).toEqual([
      [1, 4, 0],
      [3, 1, 0],
      [2, 0, 1],
    ]);
  });

  test("is not there where nothing is known of it, or nothing changes", () => {
    const page = pageOf(planOf([changeOf("Layer/w:b")]));
    expect(dataOfPage(page).graph).toBeNull();
    expect(page).not.toContain('id="walk"');
    expect(dataOfPage(pageOf(planOf([]), { graph })).graph).toBeNull();
  });
});
