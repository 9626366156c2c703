/** What kinds and fields mean, as `explain` shows it. */
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { explain, type Explanation } from "../../src/reconciler/manifest/explain.ts";
import { manifestKinds, parseManifest } from "../../src/reconciler/manifest/parse.ts";
import { runHere } from "../support/commands/run-here.ts";

const others = new Map([
  [
    "Basket",
    { is: "What is carried.", schema: z.strictObject({ fruit: z.enum(["fig", "plum"]) }) },
  ],
]);

function known(topic: string): Explanation {
  const found = explain(topic, others);
  if ("unknown" in found) throw new Error(`${found.unknown} is not known`);
  return found;
}

/** Every topic below one, as far as it goes. */
function topicsBelow(topic: Explanation, depth = 0): readonly Explanation[] {
  if (depth > 5) return [topic];
  return [
    topic,
    ...topic.fields.flatMap(({ path }) => topicsBelow(known(`${topic.topic}.${path}`), depth + 1)),
  ];
}

describe.each([...manifestKinds])("%s", (name, { manifest }) => {
  test("its example is a valid manifest of the kind", () => {
    const diagnostics: Diagnostic[] = [];
    const value: unknown = parse(known(name).kind?.example ?? "");
    const file = "example.yaml";
    const found = parseManifest({ value, locate: () => ({ file }) }, diagnostics);
    expect(diagnostics).toEqual([]);
    expect(found?.manifest.kind).toBe(name);
  });

  test("every field can be asked for, and those of specs say what they mean", () => {
    const topics = topicsBelow(known(name));
    expect(topics.length).toBeGreaterThan(3);
    const schema = z.toJSONSchema(manifest?.spec() ?? z.never(), { io: "input" });
    const fields = Object.keys(schema.properties ?? {}).map((field) => `spec.${field}`);
    expect(topics.map(({ path }) => path)).toEqual(expect.arrayContaining(fields));
    for (const field of fields) expect(known(`${name}.${field}`).type, field).not.toBe("anything");
  });
});

describe("topics", () => {
  test("a field says its type, its default and what is allowed", () => {
    expect(known("ImageMosaic.spec.granules.policy")).toMatchObject({
      path: "spec.granules.policy",
      type: "string",
      required: false,
      default: '"add-only"',
      allowed: ["add-only", "mirror"],
    });
    expect(known("Style.spec.source")).toMatchObject({ required: true, type: "string" });
  });

  test("spec may be left out, lists and maps are walked through, case plays no part", () => {
    expect(known("imagemosaic.coverages.title").path).toBe("spec.coverages.title");
    expect(known("ImageMosaic.spec.coverages[0].title").path).toBe("spec.coverages.title");
    expect(known("AccessRules.rules.anything").type).toBe("list of string");
    expect(known("basket.fruit").allowed).toEqual(["fig", "plum"]);
  });

  test("what is not known is answered with what is", () => {
    const known = (...names: string[]) => expect.arrayContaining(names);
    expect(explain("Styl", others)).toMatchObject({ unknown: "Styl", known: known("Style") });
    expect(explain("Style.surce", others)).toMatchObject({
      within: "Style.spec",
      known: known("source"),
    });
    expect(explain("Style.spec.source.deeper", others)).toMatchObject({
      within: "Style.spec.source",
      known: [],
    });
  });
});

describe("the command", () => {
  test("a kind as text", async () => {
    const { code, stdout } = await runHere(["explain", "Style", "-o", "text"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Style\n\nA style, global or in a workspace\. Global, or/);
    expect(stdout).toMatch(/^ {2}spec\.source {12}string, required\n {6}The style: an \.sld/m);
    expect(stdout).toContain("  PUT /workspaces/:workspace/styles/:style\n");
    const [example] = parseAllDocuments(stdout.split("Example:\n")[1] ?? "");
    expect(example?.toJSON()).toMatchObject({ kind: "Style", metadata: { name: "rivers" } });
  });

  test("a field as a document", async () => {
    const { code, stdout } = await runHere(["explain", "Project.prune", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      topic: "Project",
      path: "prune",
      required: true,
      allowed: ["none", "owned", "scope"],
      requests: [],
      example: null,
    });
  });

  test("an unknown topic is a wrong argument", async () => {
    const { code, stdout, stderr } = await runHere(["explain", "Projekt", "-o", "json"]);
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
    expect(stderr).toMatch(/^There is no kind Projekt\. Did you mean Project\?\n$/);
    const field = await runHere(["explain", "Style.surce"]);
    expect(field.stderr).toBe("There is no field of Style.spec: surce. Did you mean source?\n");
    const none = await runHere(["explain", "Style.spec.source.deeper"]);
    expect(none.stderr).toBe("Style.spec.source has no fields.\n");
  });
});
