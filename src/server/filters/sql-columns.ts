/** What compiling a filter must know of a table: its columns, and how its database spells things. */
import type { RawBuilder, SqlBool } from "kysely";
import type { Box } from "../../model/geometry.ts";
import type { IndexAttribute } from "../../model/granule.ts";
import type { Index } from "./row.ts";
import type { Value } from "./values.ts";

/** The columns of one table in one dialect; every value becomes a bound parameter. */
export interface SqlColumns extends Index {
  /** Name of the attribute whose bounds a reach holds; undefined when there is none. */
  readonly time: string | undefined;
  /** The number of the row. */
  readonly id: RawBuilder<unknown>;
  /** A number to be compared with it. */
  readonly number: (id: number) => RawBuilder<unknown>;
  /** The value of an attribute, which is not the footprint: a number, text, boolean or instant. */
  readonly value: (attribute: IndexAttribute) => RawBuilder<unknown>;
  /** A constant to be compared with that attribute, already of its sort of values. */
  readonly constant: (attribute: IndexAttribute, value: Value) => RawBuilder<unknown>;
  /** What gives a text its order by code point. */
  readonly ordered: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** LIKE that heeds case, on a text and a pattern of a filter. */
  readonly like: (text: RawBuilder<unknown>, pattern: string) => RawBuilder<SqlBool>;
  /** Whether the box around the footprint meets a box; edges count. */
  readonly meets: (box: Box) => RawBuilder<SqlBool>;
  /** Whether every footprint in the table is a rectangle along the axes, with an area. */
  readonly areBoxes: boolean;
}
