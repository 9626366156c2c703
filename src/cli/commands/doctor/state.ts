/** What the doctor asks about the state of an estate: its lock, what it owns, what was left behind. */
import { count } from "../../../model/count.ts";
import type { Environment } from "../../../model/environment.ts";
import { holderText, LockError, lockStatusOf } from "../../../reconciler/lock/lease.ts";
import { thisProcess } from "../../../reconciler/lock/this-process.ts";
import type { ReadingConnection } from "../../settings/connect.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

/** Answers about the state. */
export async function examineState(
  connection: ReadingConnection,
  environment: Environment,
): Promise<readonly Finding[]> {
  return [
    await examineLock(connection, environment),
    await examineInventory(connection),
    await examineJournal(connection),
  ];
}

async function examineLock(
  { lease }: ReadingConnection,
  environment: Environment,
): Promise<Finding> {
  try {
    const kept = await lease();
    const status = lockStatusOf(kept, thisProcess(environment));
    if (kept === undefined || status === "free") return ok("lock", "nobody holds it");
    const holder = holderText(kept.lease);
    if (status !== "held")
      return ok("lock", `left behind by ${holder}; the next run takes it over`);
    const advice = `Wait. If that is certainly over: plumbline unlock --force ${kept.lease.id}`;
    return warning("lock", `held by ${holder}`, advice);
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return failed("lock", error.message, error.hint);
  }
}

async function examineInventory({ inventory }: ReadingConnection): Promise<Finding> {
  try {
    const { objects, estate } = await inventory.load();
    return ok("inventory", `the estate ${estate} owns ${count(objects.size, "object")}`);
  } catch (error) {
    const advice = `Remove ${inventory.place} if it is not ours: what is as declared is adopted again.`;
    return failed("inventory", (error as Error).message, advice);
  }
}

async function examineJournal({ inventory }: ReadingConnection): Promise<Finding> {
  try {
    const left = await inventory.journal.load();
    if (left === undefined) return ok("journal", "no run was cut off");
    const { effects, closing } = left;
    const missing = `${count(effects.length, "object")} that its deletions cascaded to may be missing`;
    const unsent = `${count(closing.length, "request")} that it sends last may not have been sent`;
    const found = [
      ...(effects.length > 0 ? [missing] : []),
      ...(closing.length > 0 ? [unsent] : []),
    ];
    const message = ["a run was cut off", ...found].join("; ");
    return warning("journal", message, "Run plumbline apply: it makes up for that.");
  } catch (error) {
    const advice = "See which objects are missing with plumbline plan before it is removed.";
    return failed("journal", (error as Error).message, advice);
  }
}
