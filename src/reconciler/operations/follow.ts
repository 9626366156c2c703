/** Watches tasks of tile layers until their end. */
import { tileTasks as limits } from "../../model/limits.ts";
import type { Reader } from "../../wire/request.ts";
import type { ListedTask } from "../../wire/tile-tasks.ts";
import type { Running } from "./operation.ts";

/**
 * How the watch ended. `unlisted`: a server lists the end of a task once, and somebody else read
 * it, or the task was ended.
 */
export type Ending = "done" | "aborted" | "unlisted" | "interrupted";

export interface Following {
  readonly read: Reader;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly interrupted: () => boolean;
  /** Called for each look, with the tasks that began after `before`. */
  readonly onLook: (tasks: readonly ListedTask[]) => void;
}

/** Rejects as reads do. */
export async function follow({ list, before }: Running, about: Following): Promise<Ending> {
  const { read, wait, interrupted, onLook } = about;
  const known = new Map<number, ListedTask>();
  for (let pause: number = limits.firstPollMs; ; pause = Math.min(2 * pause, limits.pollMs)) {
    if (interrupted()) return "interrupted";
    const listed = (await list(read)).filter(({ id }) => !before.includes(id));
    for (const task of listed) known.set(task.id, task);
    onLook([...known.values()]);
    if (!listed.some(({ state }) => state === "waiting" || state === "running"))
      return endingOf([...known.values()]);
    await wait(pause);
  }
}

/** A task that was last seen at work is no longer listed. */
function endingOf(tasks: readonly ListedTask[]): Ending {
  if (tasks.some(({ state }) => state === "aborted")) return "aborted";
  return tasks.length > 0 && tasks.every(({ state }) => state === "done") ? "done" : "unlisted";
}
