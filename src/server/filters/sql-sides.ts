/**
 * Pairs of SQL conditions: where a filter may be true, and where it may be false. Keeping both
 * makes negation safe when a condition is wider than its filter.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { common, EVERYWHERE, together, type Extent } from "./extent.ts";

/** The extent holds all rows for which the condition is true. */
export interface Condition {
  readonly sql: RawBuilder<SqlBool>;
  readonly extent: Extent;
}

/** `yes` covers all rows for which the filter is true, `no` all for which it is false. */
export interface Sides {
  readonly yes: Condition;
  readonly no: Condition;
  /** Whether both sides match exactly those rows. */
  readonly exact: boolean;
}

const anyRow: Condition = { sql: sql<SqlBool>`1 = 1`, extent: EVERYWHERE };
const noRow: Condition = { sql: sql<SqlBool>`1 = 0`, extent: EVERYWHERE };

export const always: Sides = { yes: anyRow, no: noRow, exact: true };

export const never: Sides = { yes: noRow, no: anyRow, exact: true };

/** SQL cannot decide the condition. */
export const unknown: Sides = { yes: anyRow, no: anyRow, exact: false };

/** The SQL condition equals the filter in three-valued logic. */
export function exactly(condition: RawBuilder<SqlBool>, extent = EVERYWHERE): Sides {
  return {
    yes: { sql: condition, extent },
    no: { sql: sql<SqlBool>`not (${condition})`, extent: EVERYWHERE },
    exact: true,
  };
}

/** The filter implies the SQL condition; nothing is known about the other rows. */
export function atMost(condition: RawBuilder<SqlBool>, extent = EVERYWHERE): Sides {
  return { yes: { sql: condition, extent }, no: anyRow, exact: false };
}

export function opposite({ yes, no, exact }: Sides): Sides {
  return { yes: no, no: yes, exact };
}

export function both(parts: readonly Sides[]): Sides {
  if (parts.length === 0) return always;
  return {
    yes: all(parts.map(({ yes }) => yes)),
    no: some(parts.map(({ no }) => no)),
    exact: parts.every(({ exact }) => exact),
  };
}

export function either(parts: readonly Sides[]): Sides {
  return opposite(both(parts.map(opposite)));
}

function all(parts: readonly Condition[]): Condition {
  return {
    sql: joined(
      parts.map((part) => part.sql),
      sql` and `,
    ),
    extent: parts.map(({ extent }) => extent).reduce(common),
  };
}

function some(parts: readonly Condition[]): Condition {
  return {
    sql: joined(
      parts.map((part) => part.sql),
      sql` or `,
    ),
    extent: parts.map(({ extent }) => extent).reduce(together),
  };
}

/** Balanced parentheses: databases limit the nesting depth of a flat chain of conditions. */
function joined(
  parts: readonly RawBuilder<SqlBool>[],
  word: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const [first, ...rest] = parts;
  if (first !== undefined && rest.length === 0) return first;
  const middle = Math.ceil(parts.length / 2);
  const left = joined(parts.slice(0, middle), word);
  const right = joined(parts.slice(middle), word);
  return sql<SqlBool>`(${left}${word}${right})`;
}
