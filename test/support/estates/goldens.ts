/** Documents written by hand (test/wire/goldens). */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The text of a golden as it was written. */
export function golden(name: string): string {
  const file = new URL(`../../wire/goldens/${name}`, import.meta.url);
  return readFileSync(fileURLToPath(file), "utf8").trim();
}

/** The text of an XML golden without the white space between elements that makes it readable. */
export function compactGolden(name: string): string {
  return compact(golden(name));
}

/** A document without white space between elements. */
export function compact(text: string): string {
  return text.replaceAll(/>\s+</g, "><").trim();
}

/** A document without layout, in which empty elements look one way. */
export function alike(text: string): string {
  return compact(text).replaceAll(/<([\w.]+)((?: [^<>]*)?)><\/\1>/g, "<$1$2/>");
}
