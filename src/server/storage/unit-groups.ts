/**
 * Group commit (docs/decisions/0071-writes.md): waiting units of work run in one transaction, which
 * is synced once. Results are reported after the commit, and so are refusals, which may depend on
 * other units of the group.
 */
import { slices, storage as limits } from "../../model/limits.ts";
import { databaseErrorCode, StaleError, ThreadEndedError } from "./database-error.ts";

/** A failing unit rolls back its own changes. */
export interface GroupTransaction {
  /**
   * `unitsBefore` is the size of the previous group. Unless `isSure`, another connection may still
   * change what units read: then they, `hold` or the commit reject with StaleError.
   */
  readonly begin: (unitsBefore: number, isSure: boolean) => Promise<void>;
  /** Makes sure that no other connection changes anything. */
  readonly hold: () => Promise<void>;
  /**
   * The group is then on disk. Returns the errors of units that the database rolled back, by their
   * order in the group.
   */
  readonly commit: () => Promise<ReadonlyMap<number, unknown>>;
  readonly rollback: () => Promise<void>;
  /** Bytes sent to the database so far. */
  readonly sentBytes: () => number;
}

export interface UnitPlace {
  /**
   * A unit calls it before it waits for anything but the database, so that no other unit waits for
   * it. Rejects after earlier units of the group; the unit then runs again, alone.
   */
  readonly stayAlone: () => Promise<void>;
}

/** Runs units of work in order. */
export interface UnitGroups {
  /**
   * Resolves when the changes are on disk. Work is repeated after a failure caused by other units,
   * or when it must run alone; only the last run counts.
   */
  readonly run: <Result>(work: (place: UnitPlace) => Promise<Result>) => Promise<Result>;
  readonly settled: () => Promise<void>;
}

interface Unit {
  /** Returns the function that reports the result. */
  readonly work: (place: UnitPlace) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
  readonly isAlone: boolean;
}

/** `tell` reports its result. */
interface Ended {
  readonly unit: Unit;
  readonly tell: () => void;
}

/** The unit must run again, alone. */
class AgainError extends Error {}

/** Nothing else may change anything on the connection. */
export function openGroups(transaction: GroupTransaction): UnitGroups {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  let before = 0;
  let isSure = false;
  const runAll = async () => {
    while (waiting.length > 0) {
      const { ended, isStale } = await runGroup(transaction, waiting, { before, isSure });
      before = ended.length;
      isSure = isStale;
      for (const { tell } of ended) tell();
    }
    running = undefined;
  };
  return {
    run: <Result>(work: (place: UnitPlace) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        const telling = async (place: UnitPlace) => {
          const result = await work(place);
          return () => resolve(result);
        };
        waiting.push({ work: telling, reject, isAlone: false });
        running ??= runAll();
      }),
    settled: async () => running,
  };
}

/** Runs a group of waiting units; returns the finished ones. */
async function runGroup(
  transaction: GroupTransaction,
  waiting: Unit[],
  { before, isSure }: { readonly before: number; readonly isSure: boolean },
): Promise<{ readonly ended: readonly Ended[]; readonly isStale: boolean }> {
  const ended: Ended[] = [];
  let isUndone = true;
  try {
    await transaction.begin(before, isSure);
    await runUnits(waiting, ended, transaction);
    isUndone = false;
    const takenBack = await transaction.commit();
    return {
      ended: ended.map((one, number) => asTakenBack(one, takenBack.get(number))),
      isStale: false,
    };
  } catch (error) {
    // An error of the rollback would hide the original one.
    await transaction.rollback().catch(() => undefined);
    const isStale = error instanceof StaleError;
    const units = ended.length === 0 ? waiting.splice(0, 1) : ended.map(({ unit }) => unit);
    isUndone ||= isNothingDone(error);
    if (isStale) waiting.unshift(...units);
    else if (isUndone && units.length > 1)
      waiting.unshift(...units.map((unit) => ({ ...unit, isAlone: true })));
    else return { ended: units.map((unit) => ({ unit, tell: () => unit.reject(error) })), isStale };
    return { ended: [], isStale };
  }
}

/** A unit whose failure only the database knew. */
function asTakenBack(ended: Ended, error: unknown): Ended {
  return error === undefined ? ended : { unit: ended.unit, tell: () => ended.unit.reject(error) };
}

/** Runs units while there is room. Rejects when the transaction cannot go on. */
async function runUnits(
  waiting: Unit[],
  ended: Ended[],
  transaction: GroupTransaction,
): Promise<void> {
  let isClosed = false;
  const stayAlone = async () => {
    if (ended.length > 0) throw new AgainError();
    isClosed = true;
    await transaction.hold();
  };
  const hasRoom = roomIn(transaction);
  const pause = openPauses();
  while (!isClosed && hasRoom() && ended.length < limits.groupUnits) {
    const [unit] = waiting;
    if (unit === undefined || (unit.isAlone && ended.length > 0)) return;
    waiting.shift();
    isClosed = unit.isAlone;
    try {
      ended.push({ unit, tell: await unit.work({ stayAlone }) });
    } catch (error) {
      if (error instanceof AgainError) {
        waiting.unshift({ ...unit, isAlone: true });
        return;
      }
      ended.push({ unit, tell: () => unit.reject(error) });
      if (isOfAll(error)) throw error;
    }
    if (waiting.length > 0) await pause();
  }
}

/** Lets the event loop turn between units after each time slice. */
function openPauses(): () => Promise<void> | undefined {
  let end = performance.now() + slices.ms;
  const pause = async () => {
    await new Promise((resolve) => void setImmediate(resolve));
    end = performance.now() + slices.ms;
  };
  return () => (performance.now() < end ? undefined : pause());
}

/**
 * Whether an error concerns the whole group: the disk, the file, another connection or the thread.
 */
function isOfAll(error: unknown): boolean {
  return (
    databaseErrorCode(error) !== undefined ||
    error instanceof ThreadEndedError ||
    error instanceof StaleError
  );
}

/** Whether a failed commit has certainly changed nothing. */
function isNothingDone(error: unknown): boolean {
  const isLost = error instanceof Error && "isLost" in error && error.isLost === true;
  return isLost || databaseErrorCode(error) === "full";
}

function roomIn({ sentBytes }: GroupTransaction): () => boolean {
  const [began, sent] = [performance.now(), sentBytes()];
  return () => performance.now() - began < limits.groupMs && sentBytes() - sent < limits.groupBytes;
}
