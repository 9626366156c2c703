/**
 * The transaction of a group of units, in the main thread. Awaiting the writer thread costs several
 * times a statement. So units read locally what their group has not touched, and changes are sent
 * together with the commit. The thread begins only if the database is unchanged
 * (docs/decisions/0071-writes.md).
 */
import { storage as limits } from "../../model/limits.ts";
import type { Footprint } from "./frequent-statement.ts";
import type { Connection } from "./sqlite-connection.ts";
import { statementsOf } from "./sqlite-connection.ts";
import { control, type Statement } from "./sqlite-session.ts";
import type { SqliteWriter } from "./sqlite-writer.ts";
import type { GroupTransaction } from "./unit-groups.ts";

/** Without a footprint, a statement may read or change anything. */
export interface GroupStatements {
  /** Runs a statement that changes nothing. */
  readonly read: (statement: Statement, footprint?: Footprint) => Promise<readonly unknown[]>;
  readonly ask: (statement: Statement) => Promise<readonly unknown[]>;
  /** For changes without rows. An error rejects the next awaited statement, or the unit. */
  readonly change: (statement: Statement, footprint?: Footprint) => Promise<void>;
  readonly beginUnit: () => void;
  /** Errors of a unit are reported at the latest by the commit of its group. */
  readonly endUnit: () => Promise<void>;
  readonly rollbackUnit: () => Promise<void>;
}

/** `reading` is a local connection to the same database. */
export function openGroupStatements(
  writer: SqliteWriter,
  reading: Connection,
): { readonly statements: GroupStatements; readonly transaction: GroupTransaction } {
  const snapshot = openSnapshot(reading);
  const touched = openTouched();
  const place = { isInGroup: false, isAhead: false, unanswered: 0 };
  const ask: Ask = (sql, parameters = []) => {
    place.unanswered = 0;
    return writer.ask({ sql, parameters });
  };
  const leave = () => {
    place.isAhead = false;
    place.isInGroup = false;
    snapshot.end();
  };
  const transaction: GroupTransaction = {
    begin: async (unitsBefore, isSure) => {
      await writer.next(unitsBefore);
      place.isInGroup = true;
      place.unanswered = 0;
      touched.clear();
      if (isSure || !writer.areApart()) await ask(control.begin);
      else writer.send({ sql: control.beginUnchanged, parameters: [] });
      place.isAhead = writer.areApart();
    },
    hold: async () => void (await ask("select 1")),
    commit: () => {
      leave();
      return writer.commit();
    },
    rollback: async () => {
      leave();
      await ask(control.rollback);
    },
    sentBytes: writer.sentBytes,
  };
  return { statements: statementsOn(writer, { snapshot, touched, place, ask }), transaction };
}

type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<readonly unknown[]>;

interface GroupParts {
  readonly snapshot: ReturnType<typeof openSnapshot>;
  readonly touched: ReturnType<typeof openTouched>;
  /** `isAhead`: units read locally. `unanswered`: statements that are not awaited. */
  readonly place: { readonly isInGroup: boolean; readonly isAhead: boolean; unanswered: number };
  readonly ask: Ask;
}

function statementsOn(
  { send, flush }: SqliteWriter,
  { snapshot, touched, place, ask }: GroupParts,
): GroupStatements {
  const endUnit = async () => {
    if (place.isInGroup) send({ sql: control.endUnit, parameters: [] });
    else await ask(control.endUnit);
  };
  return {
    read: async (statement, footprint) => {
      const { sql, parameters } = statement;
      const isElsewhere = !place.isAhead || touched.has(footprint, parameters);
      return isElsewhere ? ask(sql, parameters) : snapshot.read(statement);
    },
    ask: ({ sql, parameters }) => {
      touched.add(undefined, parameters);
      return ask(sql, parameters);
    },
    change: async (statement, footprint) => {
      const { sql, parameters } = statement;
      touched.add(footprint, parameters);
      if (!place.isInGroup || place.unanswered >= limits.unanswered) await ask(sql, parameters);
      else {
        place.unanswered++;
        send(statement);
        if (place.unanswered % limits.sentTogether === 0) flush();
      }
    },
    beginUnit: () => send({ sql: control.beginUnit, parameters: [] }),
    endUnit,
    rollbackUnit: async () => {
      send({ sql: control.rollbackUnit, parameters: [] });
      await endUnit();
    },
  };
}

/** Reads one state, from the first read until `end`. */
function openSnapshot(connection: Connection) {
  const prepare = statementsOf(connection);
  const run = (sql: string) => void prepare(sql).run([]);
  return {
    read: ({ sql, parameters }: Statement): readonly unknown[] => {
      if (!connection.isTransaction) run("begin");
      return prepare(sql).all(parameters);
    },
    end: () => {
      if (connection.isTransaction) run("rollback");
    },
  };
}

/** Keys that the group has changed, or tried to. */
function openTouched() {
  const keys = new Set<string>();
  let isAny = false;
  let isAll = false;
  let last = "";
  return {
    add: (footprint: Footprint | undefined, parameters: readonly unknown[]) => {
      isAny = true;
      if (footprint === undefined) isAll = true;
      else {
        const key = keyOf(footprint, footprint.keys, parameters);
        // Consecutive statements often have the same key.
        if (key === last) return;
        last = key;
        for (let count = 0; count < footprint.keys; count++)
          keys.add(keyOf(footprint, count, parameters));
        keys.add(key);
      }
    },
    has: (footprint: Footprint | undefined, parameters: readonly unknown[]) => {
      if (isAll || footprint === undefined) return isAny;
      return isAny && keys.has(keyOf(footprint, footprint.keys, parameters));
    },
    clear: () => {
      keys.clear();
      isAny = false;
      isAll = false;
      last = "";
    },
  };
}

function keyOf({ table }: Footprint, count: number, parameters: readonly unknown[]): string {
  let key: string = table;
  for (let at = 0; at < count; at++) key += `\0${String(parameters[at])}`;
  return key;
}
