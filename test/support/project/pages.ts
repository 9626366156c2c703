/** Pages that teach, as what there is to do: files to write, commands to type, lines to see. */
import { textOf } from "./sources.ts";

/** A fenced block: its language, the words behind it, and what is in it. */
export interface Block {
  readonly language: string;
  /** Words behind the language, with what follows their `=`; the empty text where nothing does. */
  readonly words: ReadonlyMap<string, string>;
  readonly text: string;
}

/** All blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const found = [...textOf(page).matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)];
  return found.map(([, head = "", text = ""]) => {
    const [language = "", ...words] = head.split(" ");
    const pairs = words.map((word) => {
      const [name = "", value = ""] = word.split("=");
      return [name, value] as const;
    });
    return { language, text, words: new Map(pairs) };
  });
}

/** Lines of a block that are missing in what was said, where they have to come in order. */
export function missingLines(expected: string, said: string): readonly string[] {
  const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  let rest = squeezed(said);
  return expected.split("\n").flatMap((line) => {
    const wanted = squeezed(line);
    const at = rest.indexOf(wanted);
    if (at < 0) return [line];
    rest = rest.slice(at + wanted.length);
    return [];
  });
}
