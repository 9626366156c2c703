/** File names that are valid on every file system and unique without regard to case. */
import { digestOf } from "../../model/digest.ts";
import { isDeviceName } from "../../model/name.ts";
import { withoutEnd } from "../../model/trim.ts";

/** Names for one folder; the same name gives the same result. */
export function fileNames(taken: readonly string[] = []): (name: string) => string {
  const given = new Map<string, string>();
  const used = new Set(taken.map(folded));
  return (name) => {
    const before = given.get(name);
    if (before !== undefined) return before;
    const safe = safeName(name);
    let free = safe;
    for (let n = 2; used.has(folded(free)); n++) free = `${safe}-${n}`;
    used.add(folded(free));
    given.set(name, free);
    return free;
  };
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A folder with such an ending would collide with files of objects. */
const ENDINGS = /\.(?:ya?ml|sld|css|appschema|zip|xml|properties)$/i;

const LONGEST = 120;

function safeName(name: string): string {
  const open = name
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()+@,-]/gu, "_")
    .replace(/^\.+/, (dots) => "_".repeat(dots.length));
  const plain = withoutEnd(open, ". ").padEnd(open.length, "_");
  const isReserved = plain === "" || isDeviceName(plain) || plain.toLowerCase() === "node_modules";
  const kept = isReserved ? `_${plain}` : plain.replace(ENDINGS, "$&_");
  if (Buffer.byteLength(kept) <= LONGEST) return kept;
  const digest = digestOf(new TextEncoder().encode(name))
    .replace(/^sha256-/, "")
    .slice(0, 8);
  let short = "";
  for (const character of kept) {
    if (Buffer.byteLength(short + character) > LONGEST) break;
    short += character;
  }
  return `${short}-${digest}`;
}
