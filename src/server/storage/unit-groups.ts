/**
 * Group commit of both databases: lists of units that wait while others are applied are applied
 * together, in one commit (docs/decisions/0071-writes.md).
 */
import { storage as limits } from "../../model/limits.ts";
import type { UnitList } from "./unit.ts";

/** Applies lists one after the other and commits once; for each, whether its reads were the same. */
export type Commit = (lists: readonly UnitList[]) => Promise<readonly unknown[]>;

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly list: UnitList;
}

/**
 * Returns `UnitDatabase.apply`. Where a group fails with what one of it may be the reason for, and
 * nothing of it is done, each is applied alone.
 */
export function inGroups(
  commit: Commit,
  mayBeOfOne: (error: unknown) => boolean,
): (list: UnitList) => Promise<boolean> {
  let waiting: readonly Waiting[] = [];
  let isRunning = false;
  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const applied = await commit(group.map(({ list }) => list));
      group.forEach(({ resolve }, at) => resolve(applied[at] === true));
    } catch (error) {
      if (group.length > 1 && mayBeOfOne(error)) for (const one of group) await settle([one]);
      else for (const { reject } of group) reject(error);
    }
  };
  const runAll = async () => {
    isRunning = true;
    // The first group takes what else is asked for in this turn of the loop.
    await new Promise((resolve) => void setImmediate(resolve));
    while (waiting.length > 0) {
      const group = waiting.slice(0, groupLength(waiting));
      waiting = waiting.slice(group.length);
      await settle(group);
    }
    isRunning = false;
  };
  return (list) => {
    const one = { ...Promise.withResolvers<boolean>(), list };
    waiting = [...waiting, one];
    if (!isRunning) void runAll();
    return one.promise;
  };
}

/** At least one, within bounds of count and size. */
function groupLength(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const end = waiting.findIndex(({ list }, count) => {
    bytes += sizeOf(list);
    return count >= limits.groupUnits || (count > 0 && bytes > limits.groupBytes);
  });
  return end < 0 ? waiting.length : end;
}

function sizeOf({ changes }: UnitList): number {
  let bytes = 0;
  for (const [, parameters] of changes)
    for (const one of parameters)
      if (one instanceof Uint8Array) bytes += one.byteLength;
      else if (typeof one === "string") bytes += one.length;
  return bytes;
}
