/** Comments in which programs say what of a style they could not write. Facts about what they write. */
import { lint as limits } from "../../model/limits.ts";
import { decodeText } from "../../wire/text.ts";
import { together, type Finding } from "../finding.ts";

const PART =
  /<!--(?:\s*(?<parser>Parser Error:)|(?<words>[^<>]{1,200}?not implemented yet)\s*--)|<(?<end>\/?)[\w.:-]*Symbolizer\b(?!\s*\/>)/g;

const LEFT = "The program that wrote the style left out: ";
const VALUE =
  "The program that wrote the style could not write an expression of this symbolizer, so that it is drawn without it";
const FILTER =
  "The program that wrote the style could not write the filter of this rule, so that the rule draws every feature";

/** Comments of that sort, each with its place. Throws WireError for bytes that are no text. */
export function leftOut(bytes: Uint8Array): readonly Finding[] {
  if (!["Parser Error:", "not implemented yet"].some((words) => holds(bytes, words))) return [];
  const text = decodeText(bytes);
  const found: { readonly message: string; readonly index: number }[] = [];
  let isInside = false;
  for (const { index, groups = {} } of text.matchAll(PART)) {
    const { parser, words = "", end } = groups;
    if (end !== undefined) isInside = end === "";
    // Filters stand in their rule, and other expressions in what they are values of.
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
