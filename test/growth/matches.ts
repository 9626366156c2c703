/**
 * Whether looking for all matches of an expression costs more than twice as much in a text that is twice as long. A
 * checker looks at one match: each may be found at once, and the rest of the text looked through for it all the same.
 */
import type { Expression } from "../support/project/expressions.ts";
import { filled, noticedProblem } from "./growth.ts";

/** Milliseconds that 8 KiB may cost more than a few characters without being looked at further. */
const LOOKED_AT = 5;

/** Pieces that texts repeat, whatever an expression is about. */
const PIECES = [
  ...Array.from(" \t\n\r\\/.,:;=-_|&%#@!?*+~^$<>()[]{}'\"`a0é"),
  ..."a |a:|a,|a.|a/|a=b |\r\n|\n | \n|[a|(a|{a|${|${a}|<a|<a |<a>|</a>|<!--|-->|<![CDATA[|]]>".split(
    "|",
  ),
  ..."<?|&a;|&#|/*|*/|//|://|%20".split("|"),
];

/** The problem, and the piece that shows it; undefined where there is none. */
export async function matchesProblem({ source, flags }: Expression): Promise<string | undefined> {
  const all = new RegExp(source, `${flags.replace(/[gy]/g, "")}g`);
  const own = wordsOf(source);
  for (const piece of new Set([...PIECES, ...own]))
    for (const head of ["", ...own]) {
      const make = (size: number) => filled(size, piece, { head, tail: "\u0001" });
      const work = (text: string) => text.replaceAll(all, "");
      const problem = await noticedProblem({ make, work }, LOOKED_AT);
      if (problem !== undefined) return `${JSON.stringify(head + piece)} repeated: ${problem}`;
    }
  return undefined;
}

/** Words and signs that an expression speaks of. */
function wordsOf(source: string): readonly string[] {
  const plain = source.replaceAll(/\\[a-zA-Z]|\[\^/g, " ");
  const words = plain.match(/[\w<>/:=&;,."'()[\]{}*-]{2,}|\S/g) ?? [];
  return [...new Set(words.map((word) => word.replaceAll("\\", "")))].filter((word) => word !== "");
}
