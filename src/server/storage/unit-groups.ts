/**
 * Units of work in groups (docs/decisions/0071-writes.md): those that wait run one after another in one
 * transaction, which is brought to the disk once. Only then is anybody told what became of theirs; of
 * refusals too, since a refusal may rest on what another one of the group has changed.
 */
import { slices, storage as limits } from "../../model/limits.ts";
import { databaseErrorCode, StaleError, ThreadEndedError } from "./database-error.ts";

/** The transaction of a group. A unit of work that fails undoes itself what it did. */
export interface GroupTransaction {
  /**
   * Begins, after a group of so many units. Where it is not sure, somebody else may still change what units read:
   * then they, `hold` or the commit reject with StaleError.
   */
  readonly begin: (unitsBefore: number, isSure: boolean) => Promise<void>;
  /** Makes sure. */
  readonly hold: () => Promise<void>;
  /**
   * Resolves when all of it is on the disk, but for units that the database took back: with their errors, by their
   * numbers in the order in which they began.
   */
  readonly commit: () => Promise<ReadonlyMap<number, unknown>>;
  readonly rollback: () => Promise<void>;
  /** Bytes that went to the database since this server began. */
  readonly sentBytes: () => number;
}

/** What a unit of work may ask of its group. */
export interface UnitPlace {
  /**
   * Is called before a unit waits for anything but the database, so that nobody waits with it. Rejects
   * when others have run before it in the group; the unit runs once more then, alone.
   */
  readonly stayAlone: () => Promise<void>;
}

/** Runs units of work in the order in which they come. */
export interface UnitGroups {
  /**
   * Resolves when its changes are on the disk. The work is done once more where that of others made it
   * fail, or it has to be done alone; only the last time counts.
   */
  readonly run: <Result>(work: (place: UnitPlace) => Promise<Result>) => Promise<Result>;
  /** Resolves when nothing runs. */
  readonly settled: () => Promise<void>;
}

interface Unit {
  /** Gives what tells the result to who waits for it. */
  readonly work: (place: UnitPlace) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
  readonly isAlone: boolean;
}

/** A unit that has run; `tell` tells who waits for it. */
interface Ended {
  readonly unit: Unit;
  readonly tell: () => void;
}

/** A unit that has to run once more, alone. */
class AgainError extends Error {}

/** Opens groups on a connection that nobody else changes anything by. */
export function openGroups(transaction: GroupTransaction): UnitGroups {
  const waiting: Unit[] = [];
  let running: Promise<void> | undefined;
  // Of the last group, which may have been long ago.
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

/** Runs a group of those that wait, and ends its transaction. Gives the units that are over. */
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
    // What it says would hide why.
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

/** A unit of which only the database knew that it fails. */
function asTakenBack(ended: Ended, error: unknown): Ended {
  return error === undefined ? ended : { unit: ended.unit, tell: () => ended.unit.reject(error) };
}

/** Runs units as long as there is room. Rejects when the transaction of all cannot go on. */
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

/** Lets the loop turn between two units when it has not for a while, so that others are served. */
function openPauses(): () => Promise<void> | undefined {
  let end = performance.now() + slices.ms;
  const pause = async () => {
    await new Promise((resolve) => void setImmediate(resolve));
    end = performance.now() + slices.ms;
  };
  return () => (performance.now() < end ? undefined : pause());
}

/** Whether an error is none of the unit alone: the disk, the file, or whoever else changes it or runs its statements. */
function isOfAll(error: unknown): boolean {
  return (
    databaseErrorCode(error) !== undefined ||
    error instanceof ThreadEndedError ||
    error instanceof StaleError
  );
}

/** Whether a commit that has failed with an error has surely changed nothing. */
function isNothingDone(error: unknown): boolean {
  const isLost = error instanceof Error && "isLost" in error && error.isLost === true;
  return isLost || databaseErrorCode(error) === "full";
}

function roomIn({ sentBytes }: GroupTransaction): () => boolean {
  const [began, sent] = [performance.now(), sentBytes()];
  return () => performance.now() - began < limits.groupMs && sentBytes() - sent < limits.groupBytes;
}
