/** Writes rows of figures into a page, between two marks. What lies outside of them is written by hand and stays. */
import type { Row } from "./row.ts";

/** The first line of what is written. */
const BEGIN = "<!-- Figures of `npm run bench -- all`. -->";
/** The line after the last. */
const END = "<!-- End of the figures. -->";

/** What one run of a bench came to. */
export interface Run {
  /** As it is typed. */
  readonly command: string;
  readonly about: string;
  readonly rows: readonly Row[];
  /** Why rows are missing; undefined where the bench came to its end. */
  readonly failure: string | undefined;
}

/** Where and when it was measured: nothing of it names the machine. */
export interface Machine {
  readonly cores: number;
  readonly memoryGib: number;
  /** The version of Node, as it says itself. */
  readonly node: string;
  readonly platform: string;
  /** What a sync of one page takes in the folder that the benches use. */
  readonly syncMs: number;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** The text between the marks, both with it. */
export function renderFigures(machine: Machine, runs: readonly Run[]): string {
  const { cores, memoryGib, node, platform, syncMs, date } = machine;
  const where = `Measured on ${date} by \`npm run bench -- all\`: ${cores} cores, ${memoryGib} GiB of memory, ${platform}, Node ${node}; a sync of one page takes the disk ${syncMs.toFixed(2)} ms.`;
  return [BEGIN, where, totals(runs), ...runs.map(section), END].join("\n\n");
}

/** How many goals held, and which runs did not come to their end. */
function totals(runs: readonly Run[]): string {
  const goals = runs.flatMap(({ rows }) => rows).filter(({ isHeld }) => isHeld !== undefined);
  const missed = goals.filter(({ isHeld }) => isHeld === false).length;
  const failed = runs.filter(({ failure }) => failure !== undefined);
  const held = `Of ${goals.length} goals ${goals.length - missed} held and ${missed} ${missed === 1 ? "was" : "were"} missed.`;
  if (failed.length === 0) return held;
  return `${held} Without all of their figures: ${failed.map(({ command }) => `\`${command}\``).join(", ")}.`;
}

function section({ command, about, rows, failure }: Run): string {
  const lines = rows.map(({ what, figure, baseline = "", ratio = "", goal = "", isHeld }) => {
    const verdict = isHeld === undefined ? "" : isHeld ? "held" : "**missed**";
    return line([what, figure, baseline, ratio, goal, verdict]);
  });
  const failed = failure === undefined ? [] : [line([`**${failure}**`, "", "", "", "", ""])];
  const head = [
    line(["", "Plumbline", "beside it", "ratio", "goal", ""]),
    "|---|---|---|---|---|---|",
  ];
  return [`### \`${command}\``, about, [...head, ...lines, ...failed].join("\n")].join("\n\n");
}

function line(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|"));
  return `| ${texts.join(" | ")} |`.replaceAll(/\| {2}(?=\|)/g, "| ");
}

/** A page with new figures. Throws Error where it has not both marks, once each and in their order. */
export function replaceFigures(page: string, figures: string): string {
  const [before, rest, ...more] = page.split(BEGIN);
  const [, after, ...later] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined || more.length > 0 || later.length > 0)
    throw new Error(`the page does not hold "${BEGIN}" and "${END}" once each, in this order`);
  return `${before}${figures}${after}`;
}
