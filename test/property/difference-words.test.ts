/** Words for differences: there are some exactly where the meaning differs, they name all of it, and nothing else. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compare as limits } from "../../src/model/limits.ts";
import { canonicalXml } from "../../src/wire/canonical-xml.ts";
import { differenceLine, reversed } from "../../src/wire/difference.ts";
import { xmlDifferences } from "../../src/wire/xml-difference.ts";
import { faultOf } from "../support/estates/masked-xml.ts";
import { scale } from "../support/run/scale.ts";

interface Tree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly (Tree | string)[];
}

const names = ["NamedLayer", "FeatureTypeStyle", "Rule", "Name", "Fill", "CssParameter", "Label"];
const text = fc.constantFrom(
  "a",
  "ß ",
  "  ",
  "#ff0000",
  "sld:a",
  "gml:b",
  "x".repeat(90),
  "<&5",
  "50000",
);

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name: fc.constantFrom(...names),
    attributes: fc.dictionary(fc.constantFrom("name", "version", "units"), text, { maxKeys: 2 }),
    content: fc.oneof(
      { depthSize: "small" },
      fc.array(text, { maxLength: 1 }),
      fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
      fc.tuple(text, tie("tree"), text),
    ),
  }),
}));

/** A manner of writing a document down that changes nothing of what it means. */
const manner = fc.record({
  prefix: fc.constantFrom("", "s:"),
  layout: fc.constantFrom("", "\n  ", "\r\n"),
  comment: fc.constantFrom("", "<!-- a comment -->"),
});

type Manner = typeof manner extends fc.Arbitrary<infer One> ? One : never;

const escaped = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function write({ name, attributes, content }: Tree, how: Manner, gml: string | undefined): string {
  const declared =
    gml === undefined
      ? ""
      : ` xmlns${how.prefix === "" ? "" : ":s"}="urn:x" xmlns:sld="urn:x" xmlns:gml="${gml}"`;
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const isLaidOut = content.every((one) => typeof one !== "string");
  const inside = content.map((one) => {
    if (typeof one === "string") return escaped(one);
    return `${isLaidOut ? how.layout + how.comment : ""}${write(one, how, undefined)}`;
  });
  const tag = `${how.prefix}${name}`;
  return `<${tag}${declared}${pairs.join("")}>${inside.join("")}</${tag}>`;
}

/** Something to do to one of the elements, found by a number. */
interface Mutation {
  readonly at: number;
  readonly what: "text" | "attribute" | "remove" | "add" | "twice" | "turn" | "name";
  readonly value: string;
  readonly fresh: Tree;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(30),
  what: fc.constantFrom("text", "attribute", "remove", "add", "twice", "turn", "name"),
  value: text,
  fresh: tree,
});

function mutated(root: Tree, { at, ...how }: Mutation): Tree {
  let left = at % (sizeOf(root) || 1);
  const visit = (one: Tree): Tree => {
    if (left-- === 0) return change(one, how);
    return {
      ...one,
      content: one.content.map((inner) => (typeof inner === "string" ? inner : visit(inner))),
    };
  };
  return visit(root);
}

function sizeOf({ content }: Tree): number {
  return content.reduce((so, one) => so + (typeof one === "string" ? 0 : sizeOf(one)), 1);
}

function change(one: Tree, { what, value, fresh }: Omit<Mutation, "at">): Tree {
  const { content } = one;
  const changes: Readonly<Record<Mutation["what"], Partial<Tree>>> = {
    text: { content: [value] },
    attribute: { attributes: { ...one.attributes, name: value } },
    remove: { content: content.slice(1) },
    add: { content: [fresh, ...content] },
    twice: { content: [...content, ...content.slice(0, 1)] },
    turn: { content: content.toReversed() },
    name: { content: [{ name: "Name", attributes: {}, content: [value] }, ...content] },
  };
  return { ...one, ...changes[what] };
}

describe("two documents", () => {
  test("no words for what means the same, and words for all that does not", () => {
    const gml = fc.constantFrom("urn:gml", "urn:gml", "urn:gml", "urn:other");
    const pair = fc.tuple(tree, fc.array(mutation, { maxLength: 4 }), manner, manner, gml);
    let told = 0;
    fc.assert(
      fc.property(pair, ([root, mutations, one, other, bound]) => {
        const turned = mutations.reduce(mutated, root);
        const before = Buffer.from(write(root, one, "urn:gml"));
        const after = Buffer.from(write(turned, other, bound));
        const isEqual = canonicalXml(before) === canonicalXml(after);
        const found = xmlDifferences(before, after);
        expect(found.length === 0).toBe(isEqual);
        expect(faultOf([before, after], found)).toBeUndefined();
        expect(faultOf([after, before], found.map(reversed))).toBeUndefined();
        for (const difference of [...found, ...found.map(reversed)])
          expect(differenceLine(difference).length).toBeLessThanOrEqual(limits.lineCharacters);
        told += isEqual ? 0 : 1;
      }),
      { numRuns: scale({ test: 150, proof: 10_000 }), seed: 63 },
    );
    expect(told).toBeGreaterThan(50);
  });
});
