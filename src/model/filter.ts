/**
 * Filters of granules, as a tree, and what the tree means. Everything that evaluates or compiles a
 * filter follows this page (docs/interface.md, 4.3).
 *
 * **Three values.** A filter is true, false or unknown for a row, as in SQL. Whatever compares or
 * relates a missing value is unknown, and so is its negation; `and`, `or` and `not` are those of
 * SQL. Only rows for which the whole filter is true match. `include`, `exclude`, `is-null`,
 * `exists` and `ids` are never unknown. A predicate function without a value is unknown.
 *
 * **Values.** An expression is of type text, number, boolean, instant or geometry, known from the
 * schema before any row is read: string and uuid are text; integer, long, double and float are
 * numbers (double precision); timestamp is an instant in milliseconds. Its value for a row may be
 * missing (null).
 *
 * **Comparing.** Two values of one type compare as such: texts by code point (case counts, no
 * locale; uuids too), numbers and instants by size, false before true. A text meets a number,
 * boolean or instant by being brought to that type: `-?digits[.digits][e±digits]`, `true` or
 * `false` in any case, `yyyy-MM-dd[(T| )HH:mm[:ss[.f]]][Z|±hh[:]mm]` (without a zone it is UTC;
 * digits beyond milliseconds are dropped). A constant that cannot be brought is a problem of
 * meaning; the text of a row that cannot is missing, so the comparison is unknown. All other pairs
 * of types are problems of meaning; geometries are related, never compared. `between` is
 * `value >= low and value <= high`, so both ends belong to it; `in` is the `or` of `=`, each pair
 * brought to its own type.
 *
 * **LIKE** takes a text and covers it whole. `%` is any number of characters, `_` is one (a code
 * point), `\` gives the next character without its meaning; the pattern never ends in a lone `\`.
 * `like` heeds case. `ilike` compares the upper case of each character, where that is one
 * character, else the character itself: ä is Ä, but ß is not SS.
 *
 * **Times.** With t the value and [from, to] the period (for an instant from = to):
 * before is `t < from`, after is `t > to`, equals is `t = from` (parsers give an instant),
 * during is `from < t and t < to`: its ends do not belong to it, as stock servers have it;
 * before-or-during is before or during, during-or-after is during or after, by these very
 * definitions, so `t = from` is not before-or-during. A text is brought to an instant as above.
 *
 * **Space.** Relations are those of DE-9IM on exact coordinates in the plane of the index's
 * system; `bbox` is `intersects` with the box as an area (a line or point when it has no width or
 * height). A geometry with another `srid` is brought to that system first. A row whose geometry
 * cannot be related, because its rings cross, is unknown. Constants have to be valid; a collection
 * only intersects or is disjoint, by any of its members. `distance` within is `d <= distance`,
 * beyond is `d > distance`, between nearest points.
 *
 * **Arithmetic** is on numbers (texts are brought to numbers) in double precision: 7 / 2 is 3.5.
 * What is not finite, such as a division by zero, is missing; so is whatever has a missing part.
 *
 * **Attributes** are found by their exact name, else by what follows the last colon of it.
 * **Ids** name granules as clients see them; ids of another type or none match nothing.
 */
import type { Geometry } from "./geometry.ts";

/** Comparisons of two values. */
export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** Whether a comparison holds, by the order of its sides: negative where the left one is less. */
export const comparisonHolds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** The same comparison with its sides exchanged. */
export const mirroredComparison: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** Relations of a value with a time or a period. */
export type TemporalRelation =
  | "before"
  | "after"
  | "during"
  | "equals"
  | "before-or-during"
  | "during-or-after";

/** Relations of two geometries. */
export type SpatialRelation =
  | "equals"
  | "disjoint"
  | "intersects"
  | "touches"
  | "crosses"
  | "within"
  | "contains"
  | "overlaps"
  | "bbox";

/** Units of distances, as filters spell them. */
export type DistanceUnit = "feet" | "meters" | "statute miles" | "nautical miles" | "kilometers";

/** From one time to another, both in milliseconds since 1970 in UTC; an instant has both equal. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Something with a value. */
export type Expression =
  | { readonly type: "attribute"; readonly name: string }
  | { readonly type: "literal"; readonly value: string | number | boolean }
  /** Milliseconds since 1970 in UTC. */
  | { readonly type: "instant"; readonly at: number }
  /** `srid` is an EPSG number, undefined for the system of the index. */
  | { readonly type: "geometry"; readonly geometry: Geometry; readonly srid: number | undefined }
  | FunctionCall
  | {
      readonly type: "arithmetic";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Expression;
      readonly right: Expression;
    };

/** A function with its arguments; the name as written, its case does not count. */
export interface FunctionCall {
  readonly type: "function";
  readonly name: string;
  readonly args: readonly Expression[];
}

/** A condition on rows. */
export type Filter =
  | { readonly type: "include" }
  | { readonly type: "exclude" }
  | { readonly type: "and" | "or"; readonly filters: readonly Filter[] }
  | { readonly type: "not"; readonly filter: Filter }
  | {
      readonly type: "compare";
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: "between";
      readonly value: Expression;
      readonly low: Expression;
      readonly high: Expression;
    }
  /** Covers the whole text; `ignoreCase` is ILIKE. */
  | {
      readonly type: "like";
      readonly value: Expression;
      readonly pattern: string;
      readonly ignoreCase: boolean;
    }
  | { readonly type: "in"; readonly value: Expression; readonly options: readonly Expression[] }
  | { readonly type: "is-null"; readonly value: Expression }
  /** Whether the schema has the attribute. */
  | { readonly type: "exists"; readonly attribute: string }
  /** Ids as clients see them, `{typeName}.{number}`. */
  | { readonly type: "ids"; readonly ids: readonly string[] }
  | {
      readonly type: "temporal";
      readonly relation: TemporalRelation;
      readonly value: Expression;
      readonly time: Period;
    }
  | {
      readonly type: "spatial";
      readonly relation: SpatialRelation;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly type: "relate";
      readonly left: Expression;
      readonly right: Expression;
      /** Nine characters of `012TF*`. */
      readonly pattern: string;
    }
  | {
      readonly type: "distance";
      readonly relation: "within" | "beyond";
      readonly left: Expression;
      readonly right: Expression;
      /** Not negative. */
      readonly distance: number;
      readonly unit: DistanceUnit;
    }
  /** A function that says yes or no. */
  | { readonly type: "predicate"; readonly call: FunctionCall };

/**
 * Why a filter is refused: it does not follow the grammar, it is beyond a bound, or it says
 * nothing sensible about the index (unknown names, types that cannot meet).
 */
export type FilterErrorCode = "syntax" | "bound" | "meaning";

/** A place in a filter's text: `offset` counts from 0 in UTF-16 units, the others from 1. */
export interface FilterPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A filter that is refused. The place is known for whatever is found while reading the text. */
export class FilterError extends Error {
  readonly kind: FilterErrorCode;
  readonly offset: number | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(kind: FilterErrorCode, message: string, place?: FilterPlace) {
    super(message);
    this.name = "FilterError";
    this.kind = kind;
    this.offset = place?.offset;
    this.line = place?.line;
    this.column = place?.column;
  }
}
