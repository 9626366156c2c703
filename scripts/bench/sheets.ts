/**
 * Translation of style sheets: sheets per second, the largest and the slowest one, beside postcss that
 * only reads the blocks of the same sheets.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "postcss";
import { translateSheet } from "../../src/geocss/translate.ts";
import { benchArguments } from "./arguments.ts";
import { noteRow } from "./row.ts";

const SAMPLES = fileURLToPath(new URL("../../../shared/samples", import.meta.url));
const ROUNDS = 20;

interface Sheet {
  readonly name: string;
  readonly text: string;
}

/** Real sheets where they are at hand, made ones elsewhere. */
function sheets(): readonly Sheet[] {
  try {
    const found = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".css"))
      .map((path) => ({ name: basename(path), text: readFileSync(join(SAMPLES, path), "utf8") }));
    console.log(`${found.length} real sheets`);
    return found;
  } catch {
    console.log("no real sheets at ../shared/samples: made ones instead");
    return Array.from({ length: 100 }, (_unused, index) => ({
      name: `made ${index}`,
      text: made(index),
    }));
  }
}

function made(index: number): string {
  const rules = Array.from(
    { length: 1 + (index % 12) },
    (_unused, one) =>
      `[kind = 'k${one}'] [@sd > ${one + 1}k] { stroke: #1122${10 + one}; stroke-width: ${one}; }`,
  );
  return `* { stroke: #000000; label: [name]; }\n${rules.join("\n")}\n`;
}

/** Runs the bench and prints its lines. */
export function benchSheets(_cli: string, args: readonly string[]): void {
  const { sizes, isTiny } = benchArguments(args);
  const rounds = sizes[0] ?? (isTiny ? 1 : ROUNDS);
  const timeOf = (some: readonly Sheet[], work: (text: string) => unknown) =>
    medianMs(some, work, rounds);
  const all = sheets();
  const refused = all.filter(({ text }) => translateSheet(text).sld === undefined);
  const bytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const translated = timeOf(all, translateSheet);
  const read = timeOf(all, (text) => {
    try {
      return parse(text);
    } catch {
      return undefined;
    }
  });
  const perSecond = (ms: number) => Math.round((all.length * 1_000) / ms).toLocaleString("en");
  const kib = Math.round(bytes / 1_024);
  console.log(`${kib} KiB, ${refused.length} refused`);
  console.log(`translated     ${perSecond(translated)} sheets/s`);
  console.log(
    `blocks alone   ${perSecond(read)} sheets/s, ${(translated / read).toFixed(1)} times as many`,
  );
  noteRow({
    what: `${all.length} style sheets translated, ${kib} KiB`,
    figure: `${perSecond(translated)} sheets/s`,
    baseline: `their blocks read alone: ${perSecond(read)} sheets/s`,
    ratio: (read / translated).toFixed(2),
  });
  const largest = all.toSorted((a, b) => b.text.length - a.text.length)[0];
  const times = all.map((sheet) => [sheet, timeOf([sheet], translateSheet)] as const);
  const slowest = times.toSorted(([, a], [, b]) => b - a)[0];
  if (largest !== undefined) tell("largest", largest, timeOf([largest], translateSheet));
  if (slowest !== undefined) tell("slowest", ...slowest);
}

function tell(what: string, { name, text }: Sheet, ms: number): void {
  const size = Buffer.byteLength(text).toLocaleString("en");
  console.log(`${what.padEnd(14)} ${name}, ${size} bytes: ${ms.toFixed(1)} ms`);
  noteRow({ what: `the ${what} of them, ${size} bytes`, figure: `${ms.toFixed(1)} ms` });
}

/** Milliseconds of one round, the median of several. */
function medianMs(all: readonly Sheet[], work: (text: string) => unknown, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    for (const { text } of all) work(text);
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}
