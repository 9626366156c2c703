/** docs/proven.md: what cases of the corpus changed there and back on released servers, of all that there is to change. */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LaneRun } from "../test/live/run-file.ts";
import { ruleCoverage } from "./coverage.ts";

const RUNS = new URL("../test/live/runs/", import.meta.url);

/** Runs of the lane against servers, the newest version first. */
export function provenRuns(): readonly LaneRun[] {
  return readdirSync(RUNS)
    .toSorted()
    .toReversed()
    .map((name) => JSON.parse(readFileSync(fileURLToPath(new URL(name, RUNS)), "utf8")) as LaneRun);
}

/** Rules of a kind: that it is created, deleted or renamed, and each of its fields. */
const kindOf = (rule: string) => /^\S+ ([^\s.]+)/.exec(rule)?.[1] ?? rule;

/** What a run proved: rules that a case exercised which came there and back, with an empty plan after. */
function provenBy({ held, refused }: LaneRun): {
  readonly proven: ReadonlySet<string>;
  readonly rules: readonly string[];
} {
  const cases = new Set(held).difference(new Set(refused));
  const coverage = [...ruleCoverage()].filter(([rule]) => !rule.startsWith("danger "));
  const proven = coverage.filter(([, names]) => names.some((name) => cases.has(name)));
  return { proven: new Set(proven.map(([rule]) => rule)), rules: coverage.map(([rule]) => rule) };
}

/** The counts of a run, as README and the page say them. */
export function provenCounts(run: LaneRun): readonly [cases: string, rules: string] {
  const { proven, rules } = provenBy(run);
  const [failed, skipped] = [run.failed, run.skipped].map((one) => Object.keys(one).length);
  return [
    `${run.held.length} of ${run.held.length + (failed ?? 0) + (skipped ?? 0)} corpus cases held, ${failed} failed, ${skipped} were skipped`,
    `${proven.size} of ${rules.length} fields and actions`,
  ];
}

/** The page. */
export function provenPage(notice: string): string {
  const runs = provenRuns();
  return [
    "# What is proven on released servers",
    "",
    notice,
    "A recorded run of the live lane (`npm run proof -- --live URL --record FILE`) applies each case of the corpus to a",
    "server, forward and backward, and plans after each: the plan has to be empty. A field or an action counts as proven",
    "where a case that held changes it. The lane writes FILE.run.json; put under `test/live/runs/`, it is in this page.",
    ...runs.flatMap(chapterOf),
    "",
  ].join("\n");
}

/** What a run met of the contract tables. */
function contractIn({ contract }: LaneRun): readonly string[] {
  if (contract === undefined) return [];
  const { rows, asExpected, knownToDiffer } = contract;
  const left = rows - asExpected - knownToDiffer;
  return [
    `Of ${rows} rows of the contract tables ${asExpected} were answered as expected, ${knownToDiffer} are listed with why in \`test/live/differing-rows.ts\` as answered otherwise, on each server of the line or on some, and ${left} were answered otherwise without being listed.`,
  ];
}

function chapterOf(run: LaneRun): readonly string[] {
  const { proven, rules } = provenBy(run);
  const [cases, counted] = provenCounts(run);
  const rows = [...Map.groupBy(rules, kindOf)].map(([kind, own]) => {
    const missing = own.filter((rule) => !proven.has(rule));
    const names = missing.map(
      (rule) => `\`${rule.replace(`${kind}.`, "").replace(` ${kind}`, "")}\``,
    );
    return `| ${kind} | ${own.length - missing.length} of ${own.length} | ${names.join(", ")} |`;
  });
  const others = Object.entries({ ...run.failed, ...run.skipped });
  return [
    "",
    `## ${run.server}`,
    "",
    [
      `${run.date}: ${cases}. ${counted} are proven.`,
      ...contractIn(run),
      ...(run.note === undefined ? [] : [run.note]),
    ].join(" "),
    "",
    "| Kind | Proven | Not proven |",
    "|---|---|---|",
    ...rows,
    "",
    "| Case that did not run to its end | Why |",
    "|---|---|",
    ...others.map(([name, because]) => `| \`${name}\` | ${because} |`),
  ];
}
