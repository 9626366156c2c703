/** An example as its README shows it, against a server under test. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandsOf } from "../support/project/examples.ts";
import { runHere } from "../support/commands/run-here.ts";
import { root } from "../support/project/sources.ts";
import { withTables, type TablePlace } from "./database.ts";
import type { Door } from "./door.ts";
import { oneLine } from "./fault.ts";
import type { Grounds } from "./loadable.ts";
import { stageExample } from "./loadable-example.ts";
import type { Verdict } from "./verdicts.ts";

/** The tables that folders read, as their READMEs name them. */
const TABLES = ["manifests/geology/geology.sql", "examples/water.sql"] as const;

/** Runs the commands of a folder's README, or applies the folder where it has none, and plans again. */
export async function runExample(door: Door, folder: string, grounds: Grounds): Promise<Verdict> {
  const left = await door.begin(folder);
  const table = "examples";
  const cells = { commands: "-", "empty plan": "-" };
  const { database, opens } = grounds;
  const sql = !opens ? undefined : tablesFor(folder);
  if (sql !== undefined && database === undefined) {
    const because = "it needs tables, and no --live-database was given";
    process.stderr.write(`SKIPPED, ${because}: ${folder}\n`);
    return door.record({ table, case: folder, cells, outcome: "skipped", because });
  }
  const because =
    left.length > 0
      ? `not clean before: ${left.join("; ")}`
      : await withTablesFor(sql, database, async (place) => {
          const fault = await runCopy({ door, folder, cells, place });
          // What reads the tables goes before they do.
          if (place !== undefined) await door.clean();
          return fault;
        });
  const outcome = because === undefined ? "held" : "failed";
  const told = because === undefined ? {} : { because };
  return door.record({ table, case: folder, cells, outcome, ...told });
}

/** The file with the tables that a folder reads; undefined where it reads none. */
function tablesFor(folder: string): string | undefined {
  const readme = join(root, folder, "README.md");
  const told = existsSync(readme) ? readFileSync(readme, "utf8") : "";
  return TABLES.find(
    (file) => file.startsWith(`${folder}/`) || told.includes(`../${file.slice(9)}`),
  );
}

async function withTablesFor(
  sql: string | undefined,
  database: TablePlace | undefined,
  run: (place: TablePlace | undefined) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (sql === undefined || database === undefined) return run(undefined);
  return withTables(database, readFileSync(join(root, sql), "utf8"), run);
}

interface Run {
  readonly door: Door;
  readonly folder: string;
  readonly cells: Record<"commands" | "empty plan", string>;
  readonly place: TablePlace | undefined;
}

async function runCopy(run: Run): Promise<string | undefined> {
  const { folder, place } = run;
  const copy = mkdtempSync(join(tmpdir(), "plumbline-lane-"));
  try {
    cpSync(join(root, folder), copy, { recursive: true });
    if (place !== undefined) stageExample(copy, place);
    return await runIn(copy, run);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function runIn(copy: string, { door, folder, cells }: Run): Promise<string | undefined> {
  const { url } = door.info;
  const inCopy = (word: string): string =>
    word === folder || word.startsWith(`${folder}/`) ? `${copy}${word.slice(folder.length)}` : word;
  const isExample = folder.startsWith("examples/");
  const commands = isExample ? commandsOf(folder) : [["apply", folder]];
  for (const [index, command] of commands.entries()) {
    const words = command.map(inCopy);
    const args = command[0] === "apply" ? [...words, "--yes"] : words;
    const { code, stderr, stdout } = await runHere(args, { url });
    if (code !== 0) return `${command.join(" ")}: exit ${code}: ${oneLine(stderr || stdout)}`;
    cells.commands = `${index + 1} of ${commands.length}`;
  }
  const manifests = inCopy(isExample ? `${folder}/manifests` : folder);
  const again = await runHere(["plan", manifests, "--detailed-exitcode"], { url });
  cells["empty plan"] = again.code === 0 ? "yes" : "no";
  return again.code === 0 ? undefined : `planned again: ${oneLine(again.stdout || again.stderr)}`;
}
