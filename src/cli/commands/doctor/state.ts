/** Checks the state of an estate: lock, inventory, journal, leftovers. */
import { formatAddress } from "../../../model/address.ts";
import { addressesOf } from "../../../model/address-map.ts";
import { reasonOf } from "../../../model/failure.ts";
import { count } from "../../../model/count.ts";
import type { Environment } from "../../../model/environment.ts";
import type { Resource } from "../../../reconciler/kind.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { holderText, LockError, lockStatusOf } from "../../../reconciler/lock/lease.ts";
import { thisProcess } from "../../../reconciler/lock/this-process.ts";
import type { ReadingConnection } from "../../settings/connect.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

export async function examineState(
  connection: ReadingConnection,
  environment: Environment,
  declared: readonly Resource[],
): Promise<readonly Finding[]> {
  return [
    await examineLock(connection, environment),
    await examineInventory(connection),
    await examineJournal(connection),
    ...(await examineLeft(connection, declared)),
  ];
}

/** Temporary objects of earlier versions that an interrupted run left on the server. */
async function examineLeft(
  { read, server, account, inventory }: ReadingConnection,
  declared: readonly Resource[],
): Promise<readonly Finding[]> {
  const journaled = (await inventory.journal.load().catch(() => undefined))?.temporary ?? [];
  const known = addressesOf([...declared, ...journaled]);
  const found = await Promise.all(
    [...kinds.values()].map(async ({ set, observe }) => {
      const { isTemporary } = set ?? {};
      if (isTemporary === undefined || server.software !== "geoserver") return [];
      const live = await observe({ read, server, account }, []);
      return live.filter((one) => isTemporary(one) && !known.has(one.address));
    }),
  );
  return found.flat().map(({ address }) => {
    const message = `${formatAddress(address)} allows administrators only`;
    const advice =
      "If nobody created it, an interrupted run of an earlier version left it: delete it, or declare it.";
    return warning("left behind", message, advice);
  });
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
    const advice = `Remove ${inventory.place} if it is not ours: objects in sync are adopted again.`;
    return failed("inventory", reasonOf(error), advice);
  }
}

async function examineJournal({ inventory }: ReadingConnection): Promise<Finding> {
  try {
    const left = await inventory.journal.load();
    if (left === undefined) return ok("journal", "no run was interrupted");
    const { effects, closing, temporary } = left;
    const missing = `${count(effects.length, "object")} that its deletions cascaded to may be missing`;
    const unsent = `${count(closing.length, "request")} that it sends last may not have been sent`;
    const meanwhile = `${count(temporary.length, "object")} that it put there for its own time may be left`;
    const found = [
      ...(effects.length > 0 ? [missing] : []),
      ...(closing.length > 0 ? [unsent] : []),
      ...(temporary.length > 0 ? [meanwhile] : []),
    ];
    const message = ["a run was interrupted", ...found].join("; ");
    return warning("journal", message, "Run plumbline apply: it makes up for that.");
  } catch (error) {
    const advice = "See which objects are missing with plumbline plan before it is removed.";
    return failed("journal", reasonOf(error), advice);
  }
}
