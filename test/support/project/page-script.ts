/** A page as one script for a shell: a reader's terminal, in which folders and variables last from block to block. */
import { blocksOf, type Block } from "./pages.ts";

/** What is another here than for a reader. */
export interface Reader {
  /** Texts of the page and what stands in their place: addresses, the password. */
  readonly instead: Readonly<Record<string, string>>;
  /** Port of a server that the page starts. */
  readonly port: number;
}

/** The line that says that a block begins; what follows is what it said. */
const mark = (index: number) => `== block ${index}`;

/** The script of a page, without the blocks that install or that are for a clone. */
export function scriptOf(page: string, reader: Reader): string {
  const parts = blocksOf(page).map((block, index) => {
    const text = replaced(block.text, reader);
    return `echo '${mark(index)}'\n${shellOf({ ...block, text }, reader)}`;
  });
  return `set -eu\n${parts.join("\n")}`;
}

function shellOf({ language, words, text }: Block, { port }: Reader): string {
  const file = words.get("file");
  if (file !== undefined)
    return `mkdir -p "$(dirname '${file}')"\ncat > '${file}' <<'END_OF_FILE'\n${text}END_OF_FILE\n`;
  // What is typed in a clone is nothing for an installed package; `.ci/run` runs it.
  if (language !== "sh" || words.has("install") || words.has("clone")) return "";
  if (!words.has("serve")) return expecting(text, Number(words.get("expect") ?? 0));
  // Another terminal: what is set there is set there alone, and it is closed at the end.
  const lines = text.trim().split("\n");
  const server = `${lines.pop() ?? ""} --port ${port}`;
  return [
    `( ${lines.join("; ")}; exec ${server} ) > server.log 2>&1 &`,
    `trap 'kill '$!'; wait' EXIT`,
    `until grep -q Listening server.log; do kill -0 $!; sleep 0.1; done`,
  ].join("\n");
}

function expecting(text: string, code: number): string {
  if (code === 0) return text;
  const lines = text.trim().split("\n");
  const last = lines.pop() ?? "";
  return [...lines, `code=0; ${last} || code=$?; test $code = ${code}`, ""].join("\n");
}

function replaced(text: string, { instead }: Reader): string {
  return Object.entries(instead).reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

/** What is to be seen after a block, with what was said since the last block that was typed. */
export function seenIn(page: string, said: string): readonly (readonly [string, string])[] {
  let typed = "";
  return blocksOf(page).flatMap(({ language, text }, index) => {
    const [, rest = ""] = said.split(`${mark(index)}\n`);
    const [own = ""] = rest.split(/^== block \d+\n/m);
    if (language === "sh") typed = own;
    return language === "text" ? [[text, typed] as const] : [];
  });
}
