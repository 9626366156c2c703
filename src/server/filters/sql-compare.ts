/** Compiles conditions on attribute values to SQL. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  mirroredComparison,
  type Comparison,
  type Expression,
  type Period,
  type TemporalRelation,
} from "../../model/filter.ts";
import type { IndexAttribute } from "../../model/granule.ts";
import { EVERYWHERE, type Extent } from "./extent.ts";
import { attributeNamed, valueTypeOf } from "./schema.ts";
import type { SqlColumns } from "./sql-columns.ts";
import { atMost, both, either, exactly, never, unknown, type Sides } from "./sql-sides.ts";
import { bringTo, type Value } from "./values.ts";

interface Sided {
  readonly operator: Comparison;
  readonly left: Expression;
  readonly right: Expression;
}

/** Compares an attribute with a constant or with an attribute of the same type. */
export function compare(columns: SqlColumns, { operator, left, right }: Sided): Sides {
  const column = attributeOf(columns, left);
  if (column === undefined) {
    if (attributeOf(columns, right) === undefined) return unknown;
    return compare(columns, { operator: mirroredComparison[operator], left: right, right: left });
  }
  const other = attributeOf(columns, right);
  if (other === undefined) {
    const constant = constantFor(column, right);
    return constant === undefined ? unknown : withConstant(columns, operator, { column, constant });
  }
  if (valueTypeOf(column) !== valueTypeOf(other)) return unknown;
  return exactly(written(columns, operator, { column, right: columns.value(other) }));
}

function withConstant(
  columns: SqlColumns,
  operator: Comparison,
  { column, constant }: { column: IndexAttribute; constant: Value },
): Sides {
  const condition = written(columns, operator, {
    column,
    right: columns.constant(column, constant),
  });
  return exactly(condition, extentOf(columns, operator, { column, constant }));
}

function written(
  columns: SqlColumns,
  operator: Comparison,
  { column, right }: { column: IndexAttribute; right: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  const isEquality = operator === "=" || operator === "<>";
  const left = columns.value(column);
  const ordered = valueTypeOf(column) === "text" && !isEquality ? columns.ordered(left) : left;
  return sql<SqlBool>`${ordered} ${sql.raw(operator)} ${right}`;
}

function extentOf(
  columns: SqlColumns,
  operator: Comparison,
  { column, constant }: { column: IndexAttribute; constant: Value },
): Extent {
  if (column.name !== columns.time || typeof constant !== "number") return EVERYWHERE;
  return {
    ...EVERYWHERE,
    ...(["=", ">", ">="].includes(operator) && { from: constant }),
    ...(["=", "<", "<="].includes(operator) && { to: constant }),
  };
}

/** `in (...)` if an attribute is compared with constants of its type only, else a chain of OR. */
export function isAmong(
  columns: SqlColumns,
  { value, options }: { value: Expression; options: readonly Expression[] },
): Sides {
  if (options.length === 0) return never;
  const column = attributeOf(columns, value);
  const constants = options.map((option) => column && constantFor(column, option));
  if (column === undefined || constants.includes(undefined))
    return either(
      options.map((option) => compare(columns, { operator: "=", left: value, right: option })),
    );
  const known = constants.filter((constant) => constant !== undefined);
  const list = sql.join(known.map((constant) => columns.constant(column, constant)));
  const condition = sql<SqlBool>`${columns.value(column)} in (${list})`;
  const times = known.filter((constant) => typeof constant === "number");
  if (column.name !== columns.time) return exactly(condition);
  const [from, to] = [times.reduce(smaller, Infinity), times.reduce(larger, -Infinity)];
  return exactly(condition, { ...EVERYWHERE, from, to });
}

const smaller = (a: number, b: number): number => Math.min(a, b);
const larger = (a: number, b: number): number => Math.max(a, b);

export function isLike(
  columns: SqlColumns,
  { value, pattern, ignoreCase }: { value: Expression; pattern: string; ignoreCase: boolean },
): Sides {
  const column = attributeOf(columns, value);
  if (column === undefined || valueTypeOf(column) !== "text") return unknown;
  const isWritable = isStorable(pattern) && !/^(?:[^\\]|\\.)*\\$/s.test(pattern);
  if (ignoreCase || !isWritable) {
    const { yes } = atMost(sql<SqlBool>`${columns.value(column)} is not null`);
    return { yes, no: yes, exact: false };
  }
  return exactly(columns.like(columns.value(column), pattern));
}

/** A footprint is never null. */
export function isNull(columns: SqlColumns, value: Expression): Sides {
  const column = attributeOf(columns, value);
  if (column !== undefined) return exactly(sql<SqlBool>`${columns.value(column)} is null`);
  return isFootprint(columns, value) ? never : unknown;
}

export function relatesToTime(
  columns: SqlColumns,
  {
    relation,
    value,
    time: { from, to },
  }: { relation: TemporalRelation; value: Expression; time: Period },
): Sides {
  const column = attributeOf(columns, value);
  if (column === undefined || valueTypeOf(column) !== "instant") return unknown;
  const is = (operator: Comparison, constant: number) =>
    withConstant(columns, operator, { column, constant });
  const during = both([is(">", from), is("<", to)]);
  if (relation === "equals") return is("=", from);
  const before = relation.startsWith("before") ? [is("<", from)] : [];
  const after = relation.endsWith("after") ? [is(">", to)] : [];
  return either([...before, ...(relation.includes("during") ? [during] : []), ...after]);
}

/** Undefined for the footprint and for unknown names. */
function attributeOf({ schema }: SqlColumns, value: Expression): IndexAttribute | undefined {
  if (value.type !== "attribute") return undefined;
  const attribute = attributeNamed(schema, value.name);
  return attribute?.type === "geometry" ? undefined : attribute;
}

export function isFootprint({ schema }: SqlColumns, value: Expression): boolean {
  return value.type === "attribute" && attributeNamed(schema, value.name)?.type === "geometry";
}

/** A constant of the attribute's type; undefined where SQL would compare differently. */
function constantFor(column: IndexAttribute, value: Expression): Value | undefined {
  const type = valueTypeOf(column);
  if (value.type === "instant") return type === "instant" ? value.at : undefined;
  if (value.type !== "literal") return undefined;
  const isSameType = typeof value.value === "string" || typeof value.value === type;
  const constant = isSameType ? bringTo(type, value.value) : null;
  const isText = typeof constant === "string";
  return constant === null || (isText && !isStorable(constant)) ? undefined : constant;
}

/** Whether every database stores the text unchanged. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
