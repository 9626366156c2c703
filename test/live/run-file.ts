/** A run of the lane as a file: what became of the cases of the corpus, for docs/proven.md. */
import type { Verdict } from "./verdicts.ts";

/** The file. */
export interface LaneRun {
  /** The server, with what it ran in where somebody wrote that down. */
  readonly server: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  /** What stood between the lane and the server, or else has to be known. */
  readonly note?: string;
  readonly held: readonly string[];
  /** Those of them whose plan had to be stopped, so that nothing was changed. */
  readonly refused: readonly string[];
  /** Cases with the reason. */
  readonly failed: Readonly<Record<string, string>>;
  readonly skipped: Readonly<Record<string, string>>;
  /** Rows of the contract tables, where those ran too. */
  readonly contract?: {
    readonly rows: number;
    readonly asExpected: number;
    /** Listed as answered otherwise (`differing-rows.ts`), with those that only some servers answer so. */
    readonly knownToDiffer: number;
  };
}

/** What stands in the place of the requests of a direction whose plan was stopped. */
export const REFUSED = "refused, as expected";

/** The content of the file. */
export function runFile(server: string, verdicts: readonly Verdict[]): string {
  const own = verdicts.filter(({ table }) => table === "corpus");
  const reasons = (wanted: Verdict["outcome"]) =>
    Object.fromEntries(
      own
        .filter(({ outcome }) => outcome === wanted)
        .map(({ case: name, because = "" }) => [name, because]),
    );
  const run: LaneRun = {
    server,
    date: new Date().toISOString().slice(0, 10),
    held: own.filter(({ outcome }) => outcome === "held").map(({ case: name }) => name),
    refused: own.filter(({ cells }) => cells["forward"] === REFUSED).map(({ case: name }) => name),
    failed: reasons("failed"),
    skipped: reasons("skipped"),
    ...contractOf(verdicts),
  };
  return `${JSON.stringify(run, null, 2)}\n`;
}

function contractOf(verdicts: readonly Verdict[]): Pick<LaneRun, "contract"> {
  const own = verdicts.filter(({ table }) => table === CONTRACT_TABLE);
  const sum = (cell: string) => own.reduce((all, { cells }) => all + Number(cells[cell] ?? 0), 0);
  const [rows, asExpected, knownToDiffer] = CONTRACT_CELLS.map(sum) as [number, number, number];
  return own.length === 0 ? {} : { contract: { rows, asExpected, knownToDiffer } };
}

/** What the table of the contract's verdicts is called, and the columns of it. */
export const CONTRACT_TABLE = "contract tables";
export const CONTRACT_CELLS = ["rows", "as expected", "known to differ"] as const;
