/** What two XML documents may differ in and still mean the same, and what not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalDigest } from "../../src/wire/canonical-xml.ts";
import { scale } from "../support/run/scale.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const word = fc.constantFrom("Rule", "Name", "Literal", "Fill", "Stroke");
const text = fc
  .string({ unit: fc.constantFrom("a", "ß", "<", "&", "5", " ", "#"), minLength: 1, maxLength: 6 })
  .filter((value) => value.trim() !== "");

const { element } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.record({
    name: word,
    attributes: fc.dictionary(fc.constantFrom("name", "version", "units"), text, { maxKeys: 3 }),
    children: fc.oneof(
      { depthSize: "small" },
      fc.array(text, { maxLength: 1 }),
      fc.array(tie("element"), { minLength: 1, maxLength: 3 }),
    ),
  }),
}));

/** A manner of writing the same document down. */
interface Manner {
  readonly prefix: string;
  readonly reversed: boolean;
  readonly layout: string;
  readonly comment: string;
  readonly cdata: boolean;
}

const manner: fc.Arbitrary<Manner> = fc.record({
  prefix: fc.constantFrom("", "s:", "sld:"),
  reversed: fc.boolean(),
  layout: fc.constantFrom("", "\n  ", "\t", "\r\n"),
  comment: fc.constantFrom("", "<!-- a comment -->", "<?pi x?>"),
  cdata: fc.boolean(),
});

const escape = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function write({ name, attributes, children }: Element, how: Manner, root = true): string {
  const tag = how.prefix + name;
  const declared = root
    ? ` xmlns${how.prefix === "" ? "" : `:${how.prefix.slice(0, -1)}`}="urn:x"`
    : "";
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  const inner = children.map((child) => {
    if (typeof child !== "string") return how.layout + how.comment + write(child, how, false);
    return how.cdata ? `<![CDATA[${child}]]>` : escape(child);
  });
  const end = children.some((child) => typeof child !== "string") ? how.layout : "";
  return `<${tag}${declared}${(how.reversed ? pairs.toReversed() : pairs).join("")}>${inner.join("")}${end}</${tag}>`;
}

const digest = (document: string) => canonicalDigest(new TextEncoder().encode(document));

describe("canonical form", () => {
  test("does not see prefixes, attribute order, comments, layout or CDATA", () => {
    fc.assert(
      fc.property(element, manner, manner, (tree, one, other) => {
        expect(digest(write(tree, one))).toBe(digest(write(tree, other)));
      }),
      { numRuns: scale({ test: 200, proof: 20_000 }), seed: 7 },
    );
  });

  test("sees every text and attribute value", () => {
    fc.assert(
      fc.property(element, manner, (tree, how) => {
        const changed = { ...tree, attributes: { ...tree.attributes, version: "another" } };
        if (tree.attributes["version"] !== "another")
          expect(digest(write(changed, how))).not.toBe(digest(write(tree, how)));
        const wrapped = {
          name: "Rule",
          attributes: {},
          children: [tree, { name: "Name", attributes: {}, children: ["x"] }],
        };
        const renamed = {
          ...wrapped,
          children: [tree, { name: "Name", attributes: {}, children: ["y"] }],
        };
        expect(digest(write(wrapped, how))).not.toBe(digest(write(renamed, how)));
      }),
      { numRuns: scale({ test: 200, proof: 20_000 }), seed: 8 },
    );
  });

  test.for([
    ["a blank that is the whole text counts", "<a><b> </b></a>", "<a><b></b></a>", false],
    [
      "a blank in a CDATA section between elements counts",
      "<a><b/><![CDATA[ ]]><b/></a>",
      "<a><b/> <b/></a>",
      false,
    ],
    [
      "blanks beside a comment that is all there is do not",
      "<a>\n <!-- c -->\n</a>",
      "<a><!-- c --></a>",
      true,
    ],
    ["neither do they where the comment goes", "<a>\n  <!-- c --> </a>", "<a/>", true],
    ["in a CDATA section they do", "<a><!-- c --><![CDATA[ ]]></a>", "<a><!-- c --></a>", false],
    ["blanks around a text beside a comment count", "<a> x<!-- c --></a>", "<a>x</a>", false],
    ["blanks around a text count", "<a> x </a>", "<a>x</a>", false],
    ["a comment inside a text joins it", "<a>x<!-- c -->y</a>", "<a>xy</a>", true],
    ["the namespace counts", '<a xmlns="urn:1"/>', '<a xmlns="urn:2"/>', false],
    ["an unused declaration does not", '<a xmlns:z="urn:z"/>', "<a/>", true],
    [
      "a prefix used in a text counts with its namespace",
      '<a xmlns:p="urn:1">p:x</a>',
      '<a xmlns:p="urn:2">p:x</a>',
      false,
    ],
    ["a colon alone makes no prefix", '<a xmlns:http="urn:1">12:30</a>', "<a>12:30</a>", true],
    ["the order of elements counts", "<a><b/><c/></a>", "<a><c/><b/></a>", false],
    ["character references are characters", "<a>&#65;</a>", "<a>A</a>", true],
    [
      "an XML declaration does not count",
      '<?xml version="1.0" encoding="UTF-8"?><a/>',
      "<a/>",
      true,
    ],
  ] as const)("%s", ([, one, other, equal]) => {
    expect(digest(one) === digest(other)).toBe(equal);
  });
});
