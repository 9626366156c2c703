/**
 * Applies lists of units of work in PostgreSQL, in one call: functions of the schema take the lock,
 * compare and change (docs/decisions/0071-writes.md). They are made of the same statements that
 * readers run.
 */
import { createHash } from "node:crypto";
import { CompiledQuery, sql, type Kysely } from "kysely";
import type { NotedRead } from "./noted-reads.ts";
import { sessionFacts, type SessionFacts } from "./postgres-durability.ts";
import { GONE } from "./postgres-error.ts";
import { SCHEMA_VERSION, type Tables } from "./schema.ts";
import { changes, queries, writtenOut, type Ask, type Parameter } from "./statements.ts";
import type { UnitList } from "./unit.ts";

const LOCK = `pg_advisory_xact_lock(
  hashtextextended('plumbline catalog ' || current_schema(), 0))`;

/** Waits until no other transaction changes the catalog. */
export const takeLock = sql.raw(LOCK);

const questions = writtenOut(queries, (at) => `$${at + 1}`);

/** Runs the queries on connections or in a transaction. */
export function askOn(database: Kysely<Tables>): Ask {
  return async (name, ...parameters) => {
    const query = CompiledQuery.raw(questions[name], [...parameters]);
    return (await database.executeQuery(query)).rows as never;
  };
}

/** Creates the functions, if they are missing. Their names change with their texts. */
export async function makeFunctions(database: Kysely<Tables>): Promise<void> {
  await sql.raw(functions.same).execute(database);
  await sql.raw(functions.apply).execute(database);
}

/** Whether all reads give the same rows now, in one state. */
export async function areSameNow(
  database: Kysely<Tables>,
  reads: readonly NotedRead[],
): Promise<boolean> {
  const text = JSON.stringify(reads.map(readOf));
  const found = await sql<{ same: boolean }>`select
    ${sql.id(functions.sameName)}(${text}::jsonb) as same`.execute(database);
  return found.rows[0]?.same === true;
}

/**
 * Takes the lock, and applies lists one after the other; `server` is the id of this one. Returns
 * for each whether its reads were the same; otherwise nothing of it is done.
 */
export async function applyLists(
  database: Kysely<Tables>,
  lists: readonly UnitList[],
  server: string,
): Promise<SessionFacts & { readonly applied: readonly boolean[] }> {
  const contents: Uint8Array[] = [];
  const valueOf = (value: Parameter) =>
    value instanceof Uint8Array ? contents.push(value) : textOf(value);
  const units = lists.map(({ reads, changes: list, entry }) => ({
    reads: reads.map(readOf),
    changes: list.map(([name, parameters]) => [name, parameters.map(valueOf)]),
    entry: entry && { ...entry, values: entry.values.map(valueOf) },
  }));
  const text = JSON.stringify(units);
  const bytes = sql.join(contents.map((content) => sql`${content}::bytea`));
  const found = await sql<SessionFacts & { applied: readonly boolean[] }>`select
    ${sql.id(functions.applyName)}(${text}::jsonb, array[${bytes}]::bytea[], ${server}::text)
    as applied, ${sessionFacts}`.execute(database);
  const [row] = found.rows;
  if (row === undefined) throw new TypeError("the function that applies lists gave no row");
  return row;
}

function readOf({ query, parameters, rows }: NotedRead) {
  return [query, parameters.map((one) => textOf(one as Exclude<Parameter, Uint8Array>)), rows];
}

/** As the driver sends texts, in which half a surrogate pair is replaced. */
function textOf(value: string | number | null): string | number | null {
  return typeof value === "string" ? value.toWellFormed() : value;
}

const functions = buildFunctions();

function buildFunctions() {
  const sameBody = `
declare
  r jsonb;
  p jsonb;
  rows_now jsonb;
begin
  for r in select value from jsonb_array_elements(reads) loop
    p := r->1;
    rows_now := null;
    case r->>0
${cases(queries, (text) => `select jsonb_agg(to_jsonb(t)) into rows_now from (${text}) t;`)}
    end case;
    if coalesce(rows_now, '[]') is distinct from r->2 then return false; end if;
  end loop;
  return true;
end`;
  const sameName = `plumbline_same_${hashOf(sameBody)}`;
  const applyBody = `
declare
  u jsonb;
  c jsonb;
  p jsonb;
  applied jsonb := '[]';
  revision bigint;
begin
  perform ${LOCK};
  for u in select value from jsonb_array_elements(units) loop
    if not ${sameName}(u->'reads') then
      applied := applied || 'false'::jsonb;
      continue;
    end if;
    for c in select value from jsonb_array_elements(u->'changes') loop
      p := c->1;
      case c->>0
${cases(changes, (text) => `${text};`)}
      end case;
    end loop;
    if u ? 'entry' then
      p := u->'entry'->'values';
      update counters set value = value + (u->'entry'->>'raise')::bigint,
          token = case u->'entry'->>'raise' when '0' then token else u->'entry'->>'token' end
        where name = 'revision' and exists (select from servers
          where servers.id = server and servers.swept_by is null)
        and (select max(version) from versions) <= ${SCHEMA_VERSION}
        returning value into revision;
      if revision is null then
        raise exception 'the server was taken for gone' using errcode = '${GONE}';
      end if;
      insert into audit
        (id, at, account, address, method, path, removed_rules, about, token, revision)
        values ((select coalesce(max(id), 0) + 1 from audit), p->>0, p->>1, p->>2, p->>3, p->>4,
          p->>5, p->>6, u->'entry'->>'token', revision);
    end if;
    applied := applied || 'true'::jsonb;
  end loop;
  return applied;
end`;
  const applyName = `plumbline_apply_${hashOf(applyBody)}`;
  return {
    sameName,
    applyName,
    same: `create or replace function ${sameName}(reads jsonb)
      returns boolean language plpgsql stable as $plumbline$${sameBody}$plumbline$`,
    apply: `create or replace function ${applyName}(units jsonb, contents bytea[], server text)
      returns jsonb language plpgsql as $plumbline$${applyBody}$plumbline$`,
  };
}

/** Parameters are elements of the list `p`; bytes are numbers of `contents`, from 1. */
function cases(
  statements: Readonly<Record<string, string>>,
  act: (text: string) => string,
): string {
  const written = writtenOut(statements, (at, type) => {
    if (type === "bytes") return `contents[(p->>${at})::integer]`;
    return type === "number" ? `(p->>${at})::bigint` : `(p->>${at})`;
  });
  return Object.entries(written)
    .map(([name, text]) => `      when '${name}' then\n        ${act(text)}`)
    .join("\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
