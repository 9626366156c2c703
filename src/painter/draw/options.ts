/** Vendor options: those that are drawn are taken, all others are reported. */
import type { Named } from "../styling.ts";
import { evaluate } from "../values/evaluate.ts";
import { asText } from "../values/scope.ts";
import { plainWords } from "../values/words.ts";
import type { Canvas } from "./canvas.ts";

/** Takes an option by its name in any case. */
export type TakeOption = (name: string) => string | undefined;

export function withOptions<Result>(
  canvas: Canvas,
  options: Named,
  work: (take: TakeOption) => Result,
): Result {
  const taken = new Set<string>();
  const result = work((name) => {
    const found = [...options].find(([one]) => one.toLowerCase() === name.toLowerCase());
    if (found === undefined) return undefined;
    taken.add(found[0]);
    const value = evaluate(found[1], canvas.scope);
    return value === undefined ? undefined : asText(value).trim();
  });
  for (const [name, value] of options) {
    const words = plainWords(value);
    if (taken.has(name)) canvas.tell(`${name} ${words}`);
    else canvas.note(`not shown: ${name} ${words}`);
  }
  return result;
}

/** Blend modes that SVG and styles name alike. */
const blends: ReadonlySet<string> = new Set([
  "multiply",
  "screen",
  "overlay",
  "darken",
  "lighten",
  "color-dodge",
  "color-burn",
  "hard-light",
  "soft-light",
  "difference",
  "exclusion",
]);

/** The blend mode. One that SVG does not have is reported. */
export function blendOf(canvas: Canvas, take: TakeOption): string | undefined {
  const words = take("composite");
  const [name = "", opacity] = (words ?? "").toLowerCase().split(/[,\s]+/);
  const isDrawn = blends.has(name) && opacity === undefined;
  if (words !== undefined && !isDrawn) canvas.note(`not shown: composite ${words}`);
  return isDrawn ? `mix-blend-mode:${name}` : undefined;
}
