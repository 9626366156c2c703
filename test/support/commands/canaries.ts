/** Secrets that would be noticed anywhere, and the forms in which they could show. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Forms that a word takes on its way through documents, headers and logs, as Latin-1 of their bytes. */
export function formsOf(word: string): readonly string[] {
  const xml = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quoted = JSON.stringify(word).slice(1, -1);
  const texts = [
    word,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    xml(word),
    xml(word).replaceAll('"', "&quot;"),
    encodeURIComponent(word),
    encodeURI(word),
    new URLSearchParams([["", word]]).toString().slice(1),
    word.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ].map((text) => Buffer.from(text, "utf8"));
  const wide = Buffer.from(word, "utf16le");
  const others = [wide, Buffer.from(wide).swap16(), Buffer.from(word, "latin1")];
  const bytes = Buffer.from(word, "utf8");
  const encoded = [bytes.toString("hex"), ...aligned(bytes), ...aligned(bytes, "base64url")];
  const found = [...texts, ...others].map((one) => one.toString("latin1"));
  return [...new Set([...found, ...encoded])];
}

/** Base64 of bytes inside of something longer: what is sure wherever they begin. */
function aligned(bytes: Buffer, encoding: "base64" | "base64url" = "base64"): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, "");
    return text.slice(offset === 0 ? 0 : offset + 1, -2);
  });
}

/** Which words are in something, with the form; `where` names it. */
export function findWords(
  where: string,
  content: string | Buffer,
  words: Readonly<Record<string, string>>,
): readonly string[] {
  const text = (typeof content === "string" ? Buffer.from(content, "utf8") : content).toString(
    "latin1",
  );
  return Object.entries(words).flatMap(([name, word]) =>
    formsOf(word).flatMap((form) =>
      text.includes(form) ? [`${name} as ${form} in ${where}`] : [],
    ),
  );
}

/** Every file below a folder, with its content. */
export function contentsBelow(folder: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(folder, { recursive: true })
    .map((entry) => join(folder, String(entry)))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path)] as const);
}
