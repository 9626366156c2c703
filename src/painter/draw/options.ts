/** Vendor options: those that are drawn are taken, all others are told. */
import type { Named } from "../styling.ts";
import { evaluate } from "../values/evaluate.ts";
import { asText } from "../values/scope.ts";
import { plainWords } from "../values/words.ts";
import type { Canvas } from "./canvas.ts";

/** Takes an option by its name, whose case does not count; undefined where it is not given. */
export type TakeOption = (name: string) => string | undefined;

/** Draws with options, and tells those that were not taken. */
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

/** Ways to mix that SVG knows by the names that styles give them. */
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

/** How something mixes with what is below it. What SVG has no way for is told. */
export function blendOf(canvas: Canvas, take: TakeOption): string | undefined {
  const words = take("composite");
  const [name = "", opacity] = (words ?? "").toLowerCase().split(/[,\s]+/);
  const isDrawn = blends.has(name) && opacity === undefined;
  if (words !== undefined && !isDrawn) canvas.note(`not shown: composite ${words}`);
  return isDrawn ? `mix-blend-mode:${name}` : undefined;
}
