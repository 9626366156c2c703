/**
 * The file in which a stock server keeps rules on requests, `security/rest.properties`: a line of a Java
 * properties file for each, `pattern;METHOD,METHOD=role,role`, in the order in which they are tried.
 */
import { withoutEnd } from "../model/trim.ts";

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f" };

/**
 * The file without the line of a rule, all other lines as they were; undefined when no line holds the
 * rule, or lines go on where they should end. The text is bytes as Latin-1.
 */
export function withoutRule(text: string, key: string): string | undefined {
  const lines = text.split(/(?<=\n)/);
  if (lines.some(goesOn)) return undefined;
  // A semicolon stands for the colon of a key, and reads back as one wherever it stands.
  const wanted = key.replaceAll(";", ":");
  const kept = lines.filter((line) => keyOf(line)?.replaceAll(";", ":") !== wanted);
  return kept.length === lines.length ? undefined : kept.join("");
}

function goesOn(line: string): boolean {
  const text = line.replace(/\r?\n?$/, "");
  return (text.length - withoutEnd(text, "\\").length) % 2 === 1;
}

/** The key of a line, its escapes read; undefined for comments and empty lines. */
function keyOf(line: string): string | undefined {
  const start = line.trimStart();
  if (start === "" || /^[#!]/.test(start)) return undefined;
  const [written = ""] = /^(?:\\.|[^\\=:\s])*/.exec(start) ?? [];
  return written.replaceAll(
    /\\(?:u([0-9A-Fa-f]{4})|(.))/g,
    (_match, code: string | undefined, plain: string) =>
      code === undefined
        ? (ESCAPES[plain] ?? plain)
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
