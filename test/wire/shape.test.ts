/** Bounds on tags hold in every encoding, whatever stands around the tags. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { xml as limits } from "../../src/model/limits.ts";
import { withXmlDocument } from "../../src/wire/xml-document.ts";
import { shapeOf } from "../../src/wire/xml-shape.ts";
import { scale } from "../support/run/scale.ts";

const many = Array.from({ length: limits.attributes + 1 }, (_one, at) => ` a${at}=""`).join("");
const name = "n".repeat(limits.nameCharacters + 1);
const value = "v".repeat(limits.attributeCharacters + 1);

const tooLarge: readonly (readonly [string, string, RegExp])[] = [
  ["attributes", `<r><!-- <<<< --><x${many}/><![CDATA[ <<<< ]]></r>`, /attributes in one element/],
  ["an attribute", `<r><x a="${value}"/></r>`, /characters in one attribute/],
  ["a name", `<r><${name}>text</${name}></r>`, /characters in one name/],
  ["an attribute's name", `<r>${"<y/>".repeat(9)}<x ${name}=""/></r>`, /characters in one name/],
];

/** UTF-16 of a character with the byte of < in it comes before the tags. */
const encodings: readonly (readonly [string, (text: string) => Uint8Array])[] = [
  ["UTF-8", (text) => Buffer.from(text)],
  ["UTF-8 with a mark", (text) => Buffer.from(`\uFEFF${text}`)],
  [
    "Latin-1",
    (text) => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, "latin1"),
  ],
  ["UTF-16", (text) => Buffer.from(`\uFEFF${text.replace("<r>", "<r>\u3c3c")}`, "utf16le")],
  ["another one", (text) => Buffer.from(`<?xml version="1.0" encoding="GB2312"?>${text}`)],
];

test.each(
  tooLarge.flatMap(([what, text, message]) =>
    encodings.map(([encoding, encode]) => [what, encoding, encode(text), message] as const),
  ),
)("too large: %s in %s", (_what, _encoding, bytes, message) => {
  expect(() => withXmlDocument(bytes, ({ name: root }) => root)).toThrow(message);
});

test("what is within bounds is read, however large the document", () => {
  const some = many.slice(0, many.lastIndexOf(" "));
  const text = `<r>${`<x${some}>${"text ".repeat(500)}</x>`.repeat(20)}</r>`;
  for (const [, encode] of encodings)
    expect(withXmlDocument(encode(text), ({ name: root }) => root)).toBe("r");
});

interface Drawn {
  readonly text: string;
  readonly depth: number;
  readonly elements: number;
}

/** What stands around elements and looks like them. */
const decoys = fc.constantFrom(
  "",
  "text > /> '",
  "<!-- </a><b> -->",
  "<![CDATA[</a><b>]]>",
  "<!---->",
);
const values = fc.constantFrom(
  "",
  ` v="/>"`,
  ` v='<!-- -->"'`.replaceAll("<", "&lt;"),
  ` v='>' w="'/>"`,
  ` v = "a"\n`,
);

const { element } = fc.letrec<{ element: Drawn }>((tie) => ({
  element: fc
    .record({
      attributes: values,
      before: decoys,
      after: decoys,
      isShort: fc.boolean(),
      children: fc.oneof(
        { maxDepth: 6 },
        fc.constant<Drawn[]>([]),
        fc.array(tie("element"), { maxLength: 3 }),
      ),
    })
    .map(({ attributes, before, after, isShort, children }) => {
      const content = `${before}${children.map(({ text }) => text).join(after)}${after}`;
      const isEmpty = isShort && children.length === 0;
      return {
        text: isEmpty ? `<a${attributes}/>` : `<a${attributes}>${content}</a >`,
        depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
        elements: 1 + children.reduce((sum, { elements }) => sum + elements, 0),
      };
    }),
}));

test("the bytes of a document show how deep it is, and how many elements it has", () => {
  const wholes = fc.constantFrom<readonly [string, boolean]>(
    ["", false],
    ["\uFEFF", false],
    [`<?xml version="1.0" encoding="UTF-8"?>\n<!-- <a> -->`, false],
    [`<?xml version='1.0'?><?b <a> ?>`, true],
    ["<?b?> ", true],
  );
  fc.assert(
    fc.property(wholes, element, ([begin, hasInstructions], { text, depth, elements }) => {
      const bytes = Buffer.from(begin + text);
      withXmlDocument(bytes, ({ name: root }) => expect(root).toBe("a"));
      expect(shapeOf(bytes)).toMatchObject({ depth, elements, hasInstructions });
    }),
    { seed: 1, numRuns: scale({ test: 500, proof: 50_000 }) },
  );
});

test("bytes of which a character is more than one show nothing", () => {
  for (const [name, encode] of encodings) {
    const isPlain = name.startsWith("UTF-8") || name === "Latin-1";
    expect(shapeOf(encode("<r></r>")) === undefined, name).toBe(!isPlain);
  }
  expect(shapeOf(Buffer.from("<r/>"), "UTF-16")).toBeUndefined();
  expect(shapeOf(Buffer.from("4c6f", "hex"))).toBeUndefined();
});
