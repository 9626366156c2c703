/**
 * Conditions with two sides: where a filter may be true, and where it may be false. Keeping both
 * makes negation safe when a condition is wider than the filter it stands for.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { common, EVERYWHERE, together, type Extent } from "./extent.ts";

/** A condition of SQL and where the rows are for which it is true. */
export interface Condition {
  readonly sql: RawBuilder<SqlBool>;
  readonly extent: Extent;
}

/** `yes` is true at least where the filter is true, `no` at least where it is false. */
export interface Sides {
  readonly yes: Condition;
  readonly no: Condition;
  /** Both sides are true exactly there. */
  readonly exact: boolean;
}

const anyRow: Condition = { sql: sql<SqlBool>`1 = 1`, extent: EVERYWHERE };
const noRow: Condition = { sql: sql<SqlBool>`1 = 0`, extent: EVERYWHERE };

/** True for every row. */
export const always: Sides = { yes: anyRow, no: noRow, exact: true };

/** False for every row. */
export const never: Sides = { yes: noRow, no: anyRow, exact: true };

/** What SQL says nothing about. */
export const unknown: Sides = { yes: anyRow, no: anyRow, exact: false };

/** A condition that is true, false or unknown where the filter is. */
export function exactly(condition: RawBuilder<SqlBool>, extent = EVERYWHERE): Sides {
  return {
    yes: { sql: condition, extent },
    no: { sql: sql<SqlBool>`not (${condition})`, extent: EVERYWHERE },
    exact: true,
  };
}

/** A condition that is true at least where the filter is true; nothing is known of the rest. */
export function atMost(condition: RawBuilder<SqlBool>, extent = EVERYWHERE): Sides {
  return { yes: { sql: condition, extent }, no: anyRow, exact: false };
}

/** The same, the other way round. */
export function opposite({ yes, no, exact }: Sides): Sides {
  return { yes: no, no: yes, exact };
}

/** All of them; true when there are none. */
export function both(parts: readonly Sides[]): Sides {
  if (parts.length === 0) return always;
  return {
    yes: all(parts.map(({ yes }) => yes)),
    no: some(parts.map(({ no }) => no)),
    exact: parts.every(({ exact }) => exact),
  };
}

/** At least one of them; false when there are none. */
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

/** Halves in parentheses: a database bounds how deep a row of a thousand conditions may nest. */
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
