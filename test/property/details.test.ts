/** Kept fields survive any way through the two forms: what is read again is what was written. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { changedDetails, type Detail, type Details } from "../../src/model/details.ts";
import { parseBody } from "../../src/wire/body.ts";
import { renderCoverage } from "../../src/wire/coverage.ts";
import type { DocumentFormat, Rendering } from "../../src/wire/document.ts";
import { publishedUsual } from "../../src/model/published.ts";
import { parsePublishedInput } from "../../src/wire/published.ts";
import { scale } from "../support/run/scale.ts";

const numRuns = scale({ test: 300, proof: 5_000 });
const types = { xml: "application/xml", json: "application/json" } as const;

const name = fc.constantFrom("a", "bé", "c-1", "maxx", "string", "keywords", "advertised", "entry");
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  // Space around a text and characters that XML has no place for are not kept, by rule.
  .map((one) => one.trim())
  .filter(
    (one) => one !== "" && !/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(one),
  );
const leaf = fc.oneof(text, fc.integer().map(String), fc.boolean().map(String));
const { node } = fc.letrec<{ node: Detail }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.dictionary(name, tie("node"), { minKeys: 1, maxKeys: 3 }),
    fc.array(fc.oneof(leaf, fc.record({ x: leaf })), { minLength: 2, maxLength: 3 }),
  ),
}));
const fields = fc.dictionary(
  fc.constantFrom("abstract", "metadata", "own", "keywords", "grid", "zeta"),
  node,
);

function render(details: Details, format: DocumentFormat): string {
  const rendering: Rendering = { format, base: "http://x/rest", lists: "published" };
  const known = { name: "n", nativeName: "n", workspace: "w", store: "s", title: "t" };
  return renderCoverage({ ...known, enabled: true, details }, rendering).text;
}

function read(document: string, format: DocumentFormat): Details {
  const tree = parseBody(new TextEncoder().encode(document), types[format], "coverage");
  return changedDetails({}, parsePublishedInput(tree).details);
}

test("reading what was written gives what was kept, in both forms", () => {
  fc.assert(
    fc.property(fields, (given) => {
      const kept = read(JSON.stringify({ coverage: given }), "json");
      expect(read(render(kept, "xml"), "xml")).toEqual(texts({ ...publishedUsual, ...kept }));
      expect(render(read(render(kept, "json"), "json"), "json")).toBe(render(kept, "json"));
      // The long way round, through both forms and back.
      const far = read(render(read(render(kept, "xml"), "xml"), "json"), "json");
      expect(render(far, "json")).toBe(render(kept, "json"));
    }),
    { numRuns },
  );
}, 300_000);

/** Numbers as XML writes them; nothing in XML distinguishes them from texts. */
function texts(detail: Details): unknown {
  return JSON.parse(JSON.stringify(detail), (_key, value: unknown) =>
    typeof value === "number" ? String(value) : value,
  );
}
