/**
 * Group commit of a shared catalog: lists that wait while others are applied are applied together,
 * in one call and one commit.
 */
import type { Kysely } from "kysely";
import { applyTogether } from "./postgres-changes.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Tables } from "./schema.ts";
import { groupOf } from "./unit-group.ts";
import type { UnitList } from "./unit.ts";

interface Waiting extends PromiseWithResolvers<boolean> {
  readonly list: UnitList;
}

/** Applies lists on the single writing connection of a server; see `UnitDatabase.apply`. */
export function groupsOn(
  writer: Kysely<Tables>,
  server: string,
): (list: UnitList) => Promise<boolean> {
  let waiting: readonly Waiting[] = [];
  let isRunning = false;
  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const lists = group.map(({ list }) => list);
      const applied = await applyTogether(writer, lists, server);
      group.forEach(({ resolve }, at) => resolve(applied[at] === true));
    } catch (error) {
      // One of them may be the reason, unless the catalog refuses all.
      if (group.length > 1 && !(error instanceof CatalogError && error.code === "busy"))
        for (const one of group) await settle([one]);
      else for (const { reject } of group) reject(error);
    }
  };
  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const group = groupOf(waiting, ({ list }) => list);
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
