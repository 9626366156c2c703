/** Bounds on tags hold in every encoding, whatever stands around the tags. */
import { expect, test } from "vitest";
import { xml as limits } from "../../src/model/limits.ts";
import { withXmlDocument } from "../../src/wire/xml-document.ts";

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
