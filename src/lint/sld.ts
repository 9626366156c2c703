/** Finds warnings in SLD styles. */
import { lint as limits } from "../model/limits.ts";
import { inspectSld } from "../wire/sld.ts";
import { startTags } from "../wire/start-tags.ts";
import { withXmlDocument, type XmlElement } from "../wire/xml-document.ts";
import { encodingFindings } from "./encoding.ts";
import { inPlace, together, type StyleLint, type Finding } from "./finding.ts";
import { imagesOf } from "./sld/images.ts";
import { refused } from "./sld/refused.ts";
import { undrawn } from "./sld/undrawn.ts";
import { passedOver } from "./sld/values.ts";
import { walkStyle } from "./sld/walk.ts";
import { decodeText } from "../wire/text.ts";

/** Checks an SLD. Throws WireError for an unreadable document. */
export function lintSld(bytes: Uint8Array): StyleLint {
  return withXmlDocument(bytes, (root) => lintSldRoot(root, bytes));
}

/** Checks a parsed SLD; `bytes` are its source. Throws WireError. */
export function lintSldRoot(root: XmlElement, bytes: Uint8Array): StyleLint {
  const { version } = inspectSld(root);
  const walked = walkStyle(root, version);
  const { findings: unread, root: read } = walked;
  const findings = [...unread, ...passedOver(read), ...undrawn(read), ...refused(read, version)];
  const images = imagesOf(walked.root);
  const reported = together(findings.toSorted((a, b) => a.at - b.at)).slice(0, limits.findings);
  // Not `Math.max(...)`: a document can hold more images than a call takes arguments.
  const last = [...reported, ...images].reduce((most, { at }) => Math.max(most, at), -1);
  const places = last < 0 ? [] : startTags(bytes, last);
  const placed = <Found extends { readonly at: number }>({ at, ...found }: Found) => ({
    ...found,
    ...(places[at] ?? { line: 1, column: 1 }),
  });
  const beside = [...encodingFindings(bytes), ...leftOut(bytes)];
  const all = inPlace([...beside, ...reported.map(placed)]);
  return { findings: all.slice(0, limits.findings), images: images.map(placed) };
}

const PART =
  /<!--(?:\s*(?<parser>Parser Error:)|(?<words>[^<>]{1,200}?not implemented yet)\s*--)|<(?<end>\/?)[\w.:-]*Symbolizer\b(?!\s*\/>)/g;

const LEFT = "The program that wrote the style left out: ";
const VALUE =
  "The program that wrote the style could not write an expression of this symbolizer, so that it is drawn without it";
const FILTER =
  "The program that wrote the style could not write the filter of this rule, so that the rule draws every feature";

/**
 * Comments in which a generator reports omitted parts. Throws WireError for bytes that are no text.
 */
function leftOut(bytes: Uint8Array): readonly Finding[] {
  if (!["Parser Error:", "not implemented yet"].some((words) => holds(bytes, words))) return [];
  const text = decodeText(bytes);
  const found: { readonly message: string; readonly index: number }[] = [];
  let isInside = false;
  for (const { index, groups = {} } of text.matchAll(PART)) {
    const { parser, words = "", end } = groups;
    if (end !== undefined) isInside = end === "";
    // A comment about a filter is in the rule, one about another expression inside the symbolizer.
    else if (parser !== undefined) found.push({ message: isInside ? VALUE : FILTER, index });
    else found.push({ message: LEFT + words.trim(), index });
  }
  return together(found)
    .slice(0, limits.findings)
    .map(({ message, index }) => {
      const before = text.slice(0, index);
      const place = {
        line: before.split("\n").length,
        column: index - before.lastIndexOf("\n"),
      };
      const hint = "Write it by hand, or change what it was made from.";
      return { type: "unread", message, hint, ...place };
    });
}

function holds(bytes: Uint8Array, words: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(words);
}
