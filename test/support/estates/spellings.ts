/** One estate written down in different ways that mean the same. */
import fc from "fast-check";
import { stringify } from "yaml";
import { digestOfValue } from "../../../src/model/digest.ts";
import type { Declared, GeneratedEstate } from "./generated-estates.ts";
import type { Files } from "../estates/passes.ts";

/** A way to write manifests. */
export interface Spelling {
  /** Decides the order of files, of documents and of keys. */
  readonly seed: number;
  /** How many documents a file holds at most. */
  readonly perFile: number;
  readonly asList: boolean;
  readonly lineEnd: "\n" | "\r\n";
  readonly quotes: "PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE";
  readonly collections: "block" | "flow" | "any";
  readonly comments: boolean;
  readonly mark: boolean;
}

/** Any way to write manifests. */
export const spelling: fc.Arbitrary<Spelling> = fc.record({
  seed: fc.nat(),
  perFile: fc.integer({ min: 1, max: 9 }),
  asList: fc.boolean(),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  quotes: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
  collections: fc.constantFrom("block", "flow", "any"),
  comments: fc.boolean(),
  mark: fc.boolean(),
});

/** An estate in this spelling. */
export function spell({ manifests, artefacts }: GeneratedEstate, how: Spelling): Files {
  const documents = shuffled(manifests, how.seed).map((one) =>
    inAnyOrder(asDocument(one), how.seed),
  );
  const count = Math.ceil(documents.length / how.perFile);
  const files = Array.from({ length: count }, (_unused, index) => {
    const own = documents.slice(index * how.perFile, (index + 1) * how.perFile);
    const name = digestOfValue([how.seed, index]).slice(-8).replaceAll(/\W/g, "x");
    return [`${name}.${index % 2 === 0 ? "yaml" : "yml"}`, write(own, how)] as const;
  });
  return { ...Object.fromEntries(files), ...artefacts } as Files;
}

function asDocument({ kind, metadata, spec }: Declared): object {
  return { apiVersion: "plumbline/v1", kind, metadata, spec };
}

function write(documents: readonly unknown[], how: Spelling): string {
  const { quotes, collections, comments, asList, lineEnd, mark } = how;
  const options = {
    defaultStringType: quotes,
    defaultKeyType: "PLAIN",
    collectionStyle: collections,
  } as const;
  const list = { apiVersion: "plumbline/v1", kind: "List", items: documents };
  const texts = (asList ? [list] : documents).map((one) => stringify(one, options));
  const remark = comments ? "# A remark: that { changes nothing\n" : "";
  const text = texts.map((one) => `${remark}${one}`).join(`---\n${remark}`);
  return `${mark ? "\ufeff" : ""}${text.replaceAll("\n", lineEnd)}`;
}

/** The order of keys means nothing, that of lists does. */
function inAnyOrder(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => inAnyOrder(one, seed));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, own]) => [key, inAnyOrder(own, seed)] as const);
  return Object.fromEntries(shuffled(entries, seed));
}

function shuffled<Element>(elements: readonly Element[], seed: number): readonly Element[] {
  return elements
    .map((element, index) => ({ element, rank: digestOfValue([seed, index]) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ element }) => element);
}
