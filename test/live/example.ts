/** An example as its README tells it, against a server under test. */
import { commandsOf } from "../support/examples.ts";
import { runHere } from "../support/run-here.ts";
import type { Door } from "./door.ts";
import { oneLine } from "./fault.ts";
import type { Verdict } from "./verdicts.ts";

/** Runs the commands of a folder's README, or applies the folder where it has none, and plans again. */
export async function runExample(door: Door, folder: string): Promise<Verdict> {
  const left = await door.begin(folder);
  const cells = { commands: "-", "empty plan": "-" };
  const because =
    left.length > 0 ? `not clean before: ${left.join("; ")}` : await run(door, folder, cells);
  const outcome = because === undefined ? "held" : "failed";
  const told = because === undefined ? {} : { because };
  return door.judge({ table: "examples", case: folder, cells, outcome, ...told });
}

async function run(
  { info: { url } }: Door,
  folder: string,
  cells: Record<"commands" | "empty plan", string>,
): Promise<string | undefined> {
  const isExample = folder.startsWith("examples/");
  const commands = isExample ? commandsOf(folder) : [["apply", folder]];
  for (const [index, command] of commands.entries()) {
    const args = command[0] === "apply" ? [...command, "--yes"] : command;
    const { code, stderr, stdout } = await runHere(args, { url });
    if (code !== 0) return `${command.join(" ")}: exit ${code}: ${oneLine(stderr || stdout)}`;
    cells.commands = `${index + 1} of ${commands.length}`;
  }
  const manifests = isExample ? `${folder}/manifests` : folder;
  const again = await runHere(["plan", manifests, "--detailed-exitcode"], { url });
  cells["empty plan"] = again.code === 0 ? "yes" : "no";
  return again.code === 0 ? undefined : `planned again: ${oneLine(again.stdout || again.stderr)}`;
}
