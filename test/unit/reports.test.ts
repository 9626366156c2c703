/** Reports as Markdown, JUnit and SARIF: nothing breaks out, nothing is lost without being counted. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uriOf } from "../../src/cli/present/reports.ts";
import { renderJunit } from "../../src/reconciler/report/junit.ts";
import { renderMarkdown } from "../../src/reconciler/report/markdown.ts";
import { outlineOf, type Outline } from "../../src/reconciler/report/outline.ts";
import { renderSarif } from "../../src/reconciler/report/sarif.ts";
import { parseXml } from "../../src/wire/xml.ts";
import {
  applyOf,
  changeOf,
  diagnosticOf,
  hostileTexts,
  planOf,
} from "../support/reports/run-documents.ts";
import { faultsOfSarif } from "../support/reports/sarif.ts";
import { scale } from "../support/run/scale.ts";

const hostile = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary" }));
const runs = { numRuns: scale({ test: 60, proof: 3_000 }), seed: 5 };
const situation = { version: "1.0.0", locate: uriOf };

/** Everything that comes from elsewhere is one text. */
function saying(text: string): Outline {
  const fields = [{ field: "f", label: text, before: text, after: text, text }];
  const sides = { place: [text], path: null, before: text, after: text };
  const differences = [
    { file: text, change: "changed", text: `${text} → ${text}`, ...sides },
    { file: "content.sld", change: "added", text, ...sides },
  ];
  const about = { because: text, takes_along: [text], cannot_come_back: [text] };
  const more = { ...about, fields, differences };
  const declared = { declared_at: { file: text, line: 3 } };
  const plan = planOf([changeOf(text, { action: "replace", ...more, ...declared })], {
    consequences: [text],
    orphans: [text],
    blocks: [{ allow: null, message: text, hint: text }],
  });
  const document = applyOf(plan, { [text]: "refused" });
  const diagnostics = [diagnosticOf({ message: text, hint: text, file: text, address: text })];
  return outlineOf({ ...document, diagnostics });
}

describe("Markdown", () => {
  test("whatever a text holds, it stays text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const whole = renderMarkdown(saying(text));
        const fences = [...whole.matchAll(/\n\n(`{3,})diff\n(.*?)\n\1\n\n/gs)];
        expect(fences).toHaveLength(1);
        for (const [, fence = "", inside = ""] of fences) expect(inside).not.toContain(fence);
        const page = whole.replace(fences[0]?.[0] ?? "", "");
        const bare = page
          .replace(/^<!-- plumbline:apply:roads:http%3A%2F%2Fmaps\.test%2Fgeoserver -->\n/, "")
          .replaceAll(/<\/?(?:details|summary|pre|code|b)>/g, "")
          .replaceAll(/&#\d+;/g, "")
          .replaceAll(/^#{3,4} |\*\*/gm, "")
          .replaceAll("[manifest-invalid]", "");
        expect(bare).not.toMatch(/[<>&|`*_@#![\]\\]/);
        expect(page).not.toMatch(/:\/\/|www\./);
        // A blank line would end the HTML of an object, and what follows were Markdown.
        for (const [, inside = ""] of page.matchAll(/<details>(.*?)<\/details>/gs))
          expect(inside).not.toMatch(/\n\s*\n/);
      }),
      runs,
    );
  });

  test("a name can be read again", () => {
    const page = renderMarkdown(outlineOf(planOf([changeOf("Style/a|b<c>&`d`")])));
    const shown = page.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
    expect(shown).toContain("<code>Style/a|b<c>&`d`</code>");
  });

  test("what destroys comes first, and each is folded", () => {
    const plan = planOf([
      changeOf("Style/new", { action: "create" }),
      changeOf("Style/gone", { action: "delete", because: "no manifest declares it any more" }),
      changeOf("AppSchemaStore/w:s", { action: "replace", takes_along: ["Layer/w:A"] }),
    ]);
    const page = renderMarkdown(outlineOf(plan));
    expect(page).toMatch(/^<!-- plumbline:plan:roads:\S+ -->\n### Plumbline plan estate /);
    const order = "Plan|#### Destructive|gone|AppSchemaStore|Layer|#### Other|new".split("|");
    const places = order.map((word) => page.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(page.match(/<details>/g)).toHaveLength(3);
  });

  test("it is never too large, and says what it leaves out", () => {
    const changes = Array.from({ length: 3_000 }, (_unused, index) =>
      changeOf(`Style/s${index}`, { because: "x".repeat(index % 200) }),
    );
    const outline = outlineOf(planOf(changes));
    for (const maximum of [2_000, 10_000, 60_000]) {
      const page = renderMarkdown(outline, { maximum });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maximum);
      const shown = page.match(/<details>/g)?.length ?? 0;
      const left = Number(/and (\d+) more objects/.exec(page)?.[1]);
      expect(shown + left).toBe(3_000);
    }
    expect(renderMarkdown(outlineOf(planOf(changes.slice(0, 5))))).not.toContain("more");
  });

  test("an object with more lines than fit says how many it hides", () => {
    const taken = Array.from({ length: 400 }, (_unused, index) => ({
      field: `f${index}`,
      label: `field ${index}`,
      before: null,
      after: null,
      text: "before → after",
    }));
    const page = renderMarkdown(outlineOf(planOf([changeOf("Style/a", { fields: taken })])));
    const shown = page.match(/field \d+/g)?.length ?? 0;
    expect(shown + Number(/… (\d+) more lines/.exec(page)?.[1])).toBe(400);
  });
});

interface Suite {
  readonly "@tests": string;
  readonly "@failures": string;
  readonly "@skipped": string;
  readonly testcase: readonly Readonly<Record<string, unknown>>[];
}

/** The one suite of a report; the reader shows a single case from several. */
function suiteOf(xml: string): Suite {
  const { content } = parseXml(xml) as unknown as {
    content: { testsuite: Omit<Suite, "testcase"> & { testcase: unknown } };
  };
  const { testsuite } = content;
  return { ...testsuite, testcase: [testsuite.testcase].flat() as Suite["testcase"] };
}

describe("JUnit", () => {
  test("whatever a text holds, the document is well formed and counts right", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const suite = suiteOf(renderJunit(saying(text)));
        const having = (member: string) =>
          suite.testcase.filter((one) => member in one).length.toString();
        expect(suite).toMatchObject({
          "@tests": String(suite.testcase.length),
          "@failures": having("failure"),
          "@skipped": having("skipped"),
        });
        // The diagnostic, what stops the plan, and the object.
        expect(suite["@failures"]).toBe("3");
      }),
      runs,
    );
  });

  test("one case per object, with what became of it", () => {
    const changes = ["Style/a", "Style/b", "Layer/w:c"].map((address) => changeOf(address));
    const fates = { "Style/b": "refused", "Layer/w:c": "skipped" } as const;
    const suite = suiteOf(renderJunit(outlineOf(applyOf(planOf(changes), fates))));
    expect(suite.testcase.map((one) => [one["@classname"], one["@name"]]).slice(1)).toEqual([
      ["plumbline.apply.roads.Style", "Style/a update"],
      ["plumbline.apply.roads.Style", "Style/b update"],
      ["plumbline.apply.roads.Layer", "Layer/w:c update"],
    ]);
    expect(suite.testcase.map((one) => ["failure", "skipped"].find((name) => name in one))).toEqual(
      [undefined, undefined, "failure", "skipped"],
    );
    expect(suite.testcase[2]).toMatchObject({
      failure: { "@message": "PUT /styles/a: refused with 409. somebody else has it" },
    });
  });

  test("a run that did not end well never passes as a whole", () => {
    const stopped = { ...applyOf(planOf([]), {}), outcome: "partial" } as const;
    expect(suiteOf(renderJunit(outlineOf(stopped)))["@failures"]).toBe("1");
    const well = outlineOf(planOf([]));
    expect(suiteOf(renderJunit(well))).toMatchObject({ "@tests": "1", "@failures": "0" });
  });
});

describe("SARIF", () => {
  test("whatever a text holds, the log is as the standard wants it", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const log = JSON.parse(renderSarif(saying(text), situation)) as unknown;
        expect(faultsOfSarif(log)).toEqual([]);
      }),
      runs,
    );
  });

  test("a diagnostic is a result at its place", () => {
    const outline = outlineOf({
      type: "validation",
      format_version: "1.0",
      valid: false,
      manifests: 1,
      objects: 0,
      diagnostics: [
        diagnosticOf({ file: "manifests/a b.yaml", hint: "Write one" }),
        diagnosticOf({ severity: "warning", code: "style-image", line: null, column: null }),
        diagnosticOf({ severity: "info", code: "locked", file: null, line: null, column: null }),
      ],
    });
    const log = JSON.parse(renderSarif(outline, situation)) as {
      runs: [{ tool: object; invocations: object[]; results: object[] }];
    };
    expect(log.runs[0].invocations).toEqual([{ executionSuccessful: false }]);
    expect(log.runs[0].results).toEqual([
      {
        ruleId: "manifest-invalid",
        ruleIndex: 1,
        level: "error",
        message: { text: "spec.source: a text is wanted. Write one" },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "manifests/a%20b.yaml" },
              region: { startLine: 3, startColumn: 7 },
            },
          },
        ],
      },
      expect.objectContaining({
        ruleId: "style-image",
        level: "warning",
        locations: [{ physicalLocation: { artifactLocation: { uri: "manifests/a.yaml" } } }],
      }),
      { ruleId: "locked", ruleIndex: 0, level: "note", message: expect.any(Object) },
    ]);
  });

  test("what destroys is reported at its manifest, and what stops a plan is an error", () => {
    const where = { declared_at: { file: "w.yaml", line: 2, column: 1 } };
    const plan = planOf(
      [changeOf("Style/a", { action: "replace", ...where }), changeOf("Style/b")],
      {
        blocks: [{ allow: "over-limit", message: "Too much", hint: "Accept it" }],
      },
    );
    const log = JSON.parse(renderSarif(outlineOf(plan), situation)) as {
      runs: [{ results: object[] }];
    };
    expect(log.runs[0].results).toMatchObject([
      { ruleId: "blocked-over-limit", level: "error" },
      {
        ruleId: "recreate",
        level: "warning",
        locations: [{ logicalLocations: [{ fullyQualifiedName: "Style/a" }] }],
      },
    ]);
  });
});
