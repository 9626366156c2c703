/**
 * Rules on requests that a stock server takes and cannot read again: it keeps them in a file with `;` where keys
 * have `:`, so a pattern with either is torn apart. Anyone who comes first after each reading is answered with 500, and
 * which rules are in force then nothing shows it (docs/compatibility.md, "Plumbline against a stock server").
 */
import type { KindContext, GuardFinding, SetChange } from "../../kind.ts";

/** Rules that come with a change and that the server would not read again. */
export function unreadableRules(
  { before, after }: SetChange,
  { server }: KindContext,
): readonly GuardFinding[] {
  if (server.software !== "geoserver") return [];
  const torn = [...after.keys()].filter((key) => !before.has(key) && /[:;]/.test(patternOf(key)));
  return torn.map((key) => ({
    message: `The rule on requests ${key} has a colon or semicolon in its pattern: the server takes it, but fails (500) each time it reads its rules again`,
    hint: "Write ? or * in the place of that character.",
  }));
}

/** What stands before the methods of a key. */
function patternOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf(":")));
}
