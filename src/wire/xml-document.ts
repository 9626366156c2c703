/**
 * Parses XML of users: styles, mappings, schemas. It is strict, and reads the raw bytes so that
 * every declared encoding works. Only this file uses the XML library, whose documents are not
 * garbage-collected and must not leave this file.
 */
import {
  ParseOption,
  XmlCData,
  XmlDocument,
  XmlElement,
  XmlParseError,
  XmlText,
  type XmlAttribute,
} from "libxml2-wasm";
import { xml as limits } from "../model/limits.ts";
import { WireError } from "./wire-error.ts";
import { shapeOf, type XmlShape } from "./xml-shape.ts";

export type { XmlAttribute, XmlElement } from "libxml2-wasm";

const OPTIONS =
  ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES;

export type XmlPart =
  | { readonly type: "element"; readonly element: XmlElement }
  | { readonly type: "text"; readonly text: string; readonly literal: boolean };

/**
 * The root must not be kept. `encoding` overrides the declaration. Throws WireError with a place.
 */
export function withXmlDocument<Result>(
  bytes: Uint8Array,
  use: (root: XmlElement) => Result,
  encoding?: string,
): Result {
  using document = openDocument(bytes, encoding);
  if (document.dtd !== null) {
    throw new WireError("malformed", "Entity resolution disallowed: a DOCTYPE is refused", {
      line: 1,
    });
  }
  if (document.version === "1.1") {
    throw new WireError("malformed", "XML 1.1 is refused; declare version 1.0", { line: 1 });
  }
  const shape = shapeOf(bytes, encoding);
  checkShape(document, bytes, shape);
  // The library cannot iterate past processing instructions.
  if (shape?.hasInstructions !== false)
    for (const instruction of document.find("//processing-instruction()")) instruction.remove();
  return use(document.root);
}

function openDocument(bytes: Uint8Array, encoding: string | undefined): XmlDocument {
  try {
    const option = OPTIONS;
    return XmlDocument.fromBuffer(
      bytes,
      encoding === undefined ? { option } : { option, encoding },
    );
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    const first = error.details[0];
    const message = (first?.message ?? error.message).trim();
    // The library has its own, higher limits.
    const code = /XML_PARSE_HUGE|too long/.test(message) ? "too-large" : "malformed";
    const place = { line: first?.line ?? 1, column: first?.col ?? 1 };
    const shown = withPrefixes(message, bytes, place.line);
    throw new WireError(code, shown.replace(/, (?:try|use) XML_PARSE_HUGE.*/, ""), place);
  }
}

/** Adds the prefixes of tags, which the library's message omits. */
function withPrefixes(message: string, bytes: Uint8Array, line: number): string {
  const found = /^(Opening and ending tag mismatch): (\S+) line (\d+) and (\S+)$/.exec(message);
  if (found === null) return message;
  const [, what, opened = "", from, closed = ""] = found;
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const tagAt = (number: number, sign: string, name: string) => {
    const pattern = new RegExp(`${sign}((?:[\\w.-]+:)?${escaped(name)})(?=[\\s/>]|$)`, "g");
    return [...(lines[number - 1] ?? "").matchAll(pattern)].at(-1)?.[1] ?? name;
  };
  const [one, other] = [tagAt(Number(from), "<", opened), tagAt(line, "</", closed)];
  return `${what}: <${one}> of line ${from} is closed by </${other}>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** A limit on the shape of a document. Below `fromBytes`, it cannot be exceeded. */
interface ShapeBound {
  readonly what: string;
  readonly limit: number;
  readonly fromBytes: number;
  /** `fromBytes` refers to the longest tag. */
  readonly isOfTag?: true;
  /** The shape's upper bound for the value. */
  readonly most?: "depth" | "elements";
  /** XPath of the first node beyond the limit. */
  readonly beyond: string;
  /** XPath of the value, relative to that node. */
  readonly measure: string;
}

/** Excludes inline images, which may be as long as the style. */
const LONG_ATTRIBUTE =
  `@*[string-length() > ${limits.attributeCharacters}` +
  ' and not(local-name() = "href" and (starts-with(., "data:") or starts-with(., "base64:")))]';

const shapeBounds: readonly ShapeBound[] = [
  {
    what: "levels of elements",
    limit: limits.depth,
    fromBytes: 4 * limits.depth,
    most: "depth",
    beyond: "/*".repeat(limits.depth + 1),
    measure: "count(descendant-or-self::*[not(*)][1]/ancestor-or-self::*)",
  },
  {
    what: "elements",
    limit: limits.elements,
    fromBytes: 4 * limits.elements,
    most: "elements",
    beyond: `/*[count(//*) > ${limits.elements}]`,
    measure: "count(//*)",
  },
  {
    what: "attributes in one element",
    limit: limits.attributes,
    fromBytes: 5 * limits.attributes,
    isOfTag: true,
    beyond: `//*[count(@*) > ${limits.attributes}]`,
    measure: "count(@*)",
  },
  {
    what: "characters in one attribute",
    limit: limits.attributeCharacters,
    fromBytes: limits.attributeCharacters,
    isOfTag: true,
    beyond: `//*[${LONG_ATTRIBUTE}]`,
    measure: `string-length(${LONG_ATTRIBUTE})`,
  },
  {
    what: "characters in one text",
    limit: limits.textCharacters,
    fromBytes: limits.textCharacters,
    beyond: `//*[text()[string-length() > ${limits.textCharacters}]]`,
    measure: `string-length(text()[string-length() > ${limits.textCharacters}])`,
  },
  {
    what: "characters in one name",
    limit: limits.nameCharacters,
    fromBytes: limits.nameCharacters,
    isOfTag: true,
    beyond: `//*[(. | @*)[string-length(name()) > ${limits.nameCharacters}]]`,
    measure: `string-length(name((. | @*)[string-length(name()) > ${limits.nameCharacters}]))`,
  },
];

/** Rejects oversized documents; XPath is used only where the shape does not decide. */
function checkShape(document: XmlDocument, bytes: Uint8Array, shape: XmlShape | undefined): void {
  const tagBytes = shape?.tagBytes ?? bytes.byteLength;
  for (const { what, limit, fromBytes, isOfTag, most, beyond, measure } of shapeBounds) {
    if ((isOfTag ? tagBytes : bytes.byteLength) < fromBytes) continue;
    if (shape !== undefined && most !== undefined && shape[most] <= limit) continue;
    const node = document.get(beyond);
    if (node === null) continue;
    const actual = node instanceof XmlElement ? Number(node.eval(measure)) : limit + 1;
    throw new WireError("too-large", `The document has ${actual} ${what}; the limit is ${limit}`, {
      line: node.line,
    });
  }
}

/** In document order. */
export function childElements(parent: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) found.push(node);
  }
  return found;
}

/** Child elements by local name. */
export function childrenNamed(parent: XmlElement | undefined, name: string): readonly XmlElement[] {
  return parent === undefined ? [] : childElements(parent).filter((child) => child.name === name);
}

/** The first child by local name. */
export function childNamed(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenNamed(parent, name)[0];
}

/** The trimmed text; empty for undefined. */
export function trimmedText(element: XmlElement | undefined): string {
  return element === undefined ? "" : element.content.trim();
}

/** An attribute's value by local name. */
export function attributeNamed(element: XmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** Attributes of an element. */
export function attributesOf(element: XmlElement): readonly XmlAttribute[] {
  return element.attrs;
}

/** The first element by local name, at or below the root. */
export function findElement(root: XmlElement, name: string): XmlElement | undefined {
  if (root.name === name) return root;
  for (const child of childElements(root)) {
    const found = findElement(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Only direct comments. */
export function hasComments(parent: XmlElement): boolean {
  for (let node = parent.firstChild; node !== null; node = node.next) {
    const isContent =
      node instanceof XmlElement || node instanceof XmlText || node instanceof XmlCData;
    if (!isContent) return true;
  }
  return false;
}

/** Omits comments and joins adjacent texts; `literal` marks text with a CDATA section. */
export function partsOf(parent: XmlElement): readonly XmlPart[] {
  const parts: XmlPart[] = [];
  for (let node = parent.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) {
      parts.push({ type: "element", element: node });
    } else if (node instanceof XmlText || node instanceof XmlCData) {
      const literal = node instanceof XmlCData;
      const last = parts.at(-1);
      if (last?.type === "text") {
        parts[parts.length - 1] = {
          type: "text",
          text: last.text + node.content,
          literal: last.literal || literal,
        };
      } else {
        parts.push({ type: "text", text: node.content, literal });
      }
    }
  }
  return parts;
}
