/** Watches tasks that go on after an operation, and tells how far they are. */
import { warning } from "../../../model/diagnostic.ts";
import { waitUnless } from "../../../reconciler/engine/run/pace.ts";
import { follow, type Ending } from "../../../reconciler/operations/follow.ts";
import type { Reader } from "../../../wire/request.ts";
import type { ListedTask } from "../../../wire/tile-tasks.ts";
import type { OperationFlags } from "../../flags/act.ts";
import { printNotice } from "../../process/context.ts";
import type { Given } from "../on-server.ts";
import type { ObjectResult } from "./results.ts";

interface Watching extends Given<OperationFlags> {
  readonly read: Reader;
  readonly interrupted: () => boolean;
}

/** Watches the tasks of objects until they end. No lock is held. */
export async function watchTasks(
  results: readonly ObjectResult[],
  watching: Watching,
): Promise<readonly ObjectResult[]> {
  const seen: ObjectResult[] = [];
  for (const one of results) {
    const { running } = one.task;
    const isStarted = running !== undefined && one.outcome === "done";
    seen.push(isStarted ? await watched(one, running, watching) : one);
  }
  return seen;
}

async function watched(
  one: ObjectResult,
  running: NonNullable<ObjectResult["task"]["running"]>,
  { flags, context, read, interrupted }: Watching,
): Promise<ObjectResult> {
  if (!flags.wait) return { ...one, outcome: "running" };
  let tiles = { done: 0, total: 0 };
  let shown = "";
  const ending = await follow(running, {
    read,
    interrupted,
    wait: waitUnless(interrupted),
    onLook: (tasks) => {
      if (tasks.length === 0) return;
      tiles = sum(tasks);
      const text = progressText(one.name, tasks, tiles);
      if (text !== shown) printNotice(context, `${text}\n`);
      shown = text;
    },
  });
  const counted = tiles.total === 0 ? one : { ...one, tiles };
  return { ...counted, ...concludedBy(ending, one.name) };
}

function concludedBy(ending: Ending, name: string): Pick<ObjectResult, "outcome" | "diagnostics"> {
  if (ending === "interrupted") return { outcome: "running", diagnostics: [] };
  if (ending === "done") return { outcome: "done", diagnostics: [] };
  const why =
    ending === "aborted"
      ? "the server gave a task up; its log says why"
      : "the server no longer lists a task whose end was not seen: it ended, or somebody ended it";
  const message = `The tiles of ${name} may not all be as they should: ${why}`;
  return { outcome: "ended", diagnostics: [warning("tiles-unfinished", message)] };
}

function sum(tasks: readonly ListedTask[]) {
  const total = (member: "done" | "total") =>
    tasks.reduce((all, one) => all + Math.max(0, one[member]), 0);
  return { done: total("done"), total: total("total") };
}

/** The same for each whole percent, so that long tasks do not fill a log. */
function progressText(
  name: string,
  tasks: readonly ListedTask[],
  { done, total }: ReturnType<typeof sum>,
): string {
  const isWaiting = tasks.every(({ state }) => state === "waiting");
  if (isWaiting) return `${name}: waiting for its turn, about ${total} tiles`;
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  return `${name}: ${percent} % of about ${total} tiles`;
}
