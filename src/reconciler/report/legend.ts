/** The signs of a plan in words. Pure. */
import type { PlanDocument } from "./documents.ts";
import { changeSymbol, type Paint } from "./text.ts";

/** Signs in the order of a legend. */
const words: Readonly<Record<string, string>> = {
  "+": "create",
  "~": "update",
  "-/+": "delete and create again",
  "-": "delete",
  ">": "rename",
  "=": "own from now on",
  "^": "leave on the server, own no longer",
  "!": "note",
  "?": "secret not known here",
};

/** The signs that a plan shows, on one line; empty for none. */
export function renderLegend(plan: PlanDocument, paint: Paint): string {
  const shown = new Set(plan.changes.map(changeSymbol));
  const more = {
    "+": plan.recovers,
    "=": [...(plan.adopted ?? []), ...plan.takeovers],
    "^": plan.orphans,
    "!": [...plan.left_alone, ...plan.consequences],
    "?": plan.secrets ?? [],
  } satisfies Readonly<Record<string, readonly unknown[]>>;
  for (const [sign, { length }] of Object.entries(more)) if (length > 0) shown.add(sign);
  const signs = Object.keys(words).filter((sign) => shown.has(sign));
  const texts = signs.map((sign) => `${sign} ${words[sign]}`);
  return texts.length === 0 ? "" : `${paint("dim", texts.join("  "))}\n`;
}
