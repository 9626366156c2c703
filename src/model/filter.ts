/**
 * Granule filters as a tree, with their semantics, which every evaluator and compiler of filters
 * follows (docs/interface.md, 4.3).
 *
 * **Three values.** A filter is true, false or unknown for a row, as in SQL; only rows with true
 * match. Comparing or relating a missing value is unknown; `and`, `or` and `not` are those of SQL.
 * `include`, `exclude`, `is-null`, `exists` and `ids` are never unknown. A predicate function
 * without a value is unknown.
 *
 * **Values.** The schema determines the type of an expression: text (string, uuid), number
 * (integer, long, double, float; double precision), boolean, instant (timestamp, in milliseconds)
 * or geometry. A row's value may be missing (null).
 *
 * **Comparing.** Texts and uuids compare by code point (case-sensitive, no locale), numbers and
 * instants by size, false before true. A text is converted to the type of the other side:
 * `-?digits[.digits][e±digits]`, `true` or `false` in any case,
 * `yyyy-MM-dd[(T| )HH:mm[:ss[.f]]][Z|±hh[:]mm]` (UTC without a zone; digits beyond milliseconds are
 * dropped). An inconvertible constant is an error of meaning; an inconvertible text of a row is
 * missing. All other pairs of types are errors of meaning; geometries are related, never compared.
 * `between` is `value >= low and value <= high`; `in` is the `or` of `=`, each pair converted
 * separately.
 *
 * **LIKE** matches the whole text: `%` any number of characters, `_` one code point, `\` escapes
 * the next character; a pattern never ends in a lone `\`. `like` is case-sensitive. `ilike`
 * compares the upper case of each character, if it is one character, else the character itself: ä
 * is Ä, but ß is not SS.
 *
 * **Times.** With the value t and the period [from, to] (from = to for an instant): before is
 * `t < from`, after is `t > to`, equals is `t = from` (parsers give an instant), during is
 * `from < t and t < to`, without its ends, as on stock servers; before-or-during is before or
 * during, during-or-after is during or after, so `t = from` is not before-or-during. Texts are
 * converted as above.
 *
 * **Space.** Relations are DE-9IM on exact plane coordinates of the index's CRS; `bbox` is
 * `intersects` with the box as an area (a line or point without width or height). A geometry with
 * another `srid` is transformed first. A row whose geometry cannot be related, because its rings
 * cross, is unknown. Constants must be valid; a collection supports only intersects and disjoint,
 * by any of its members. `distance` within is `d <= distance`, beyond is `d > distance`, between
 * nearest points.
 *
 * **Arithmetic** converts texts to numbers, in double precision: 7 / 2 is 3.5. Non-finite results,
 * such as of a division by zero, and results with a missing operand are missing.
 *
 * **Attributes** match by exact name, else by the part after the last colon. **Ids** are
 * client-visible ids; other types and invalid ids match nothing.
 */
import type { Geometry } from "./geometry.ts";

/** Comparison operators. */
export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** Whether a comparison holds, by the order of its sides: negative if left is less. */
export const comparisonHolds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** The comparison with exchanged sides. */
export const mirroredComparison: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** Relations of a value to a time or period. */
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

/** Distance units, as filters spell them. */
export type DistanceUnit = "feet" | "meters" | "statute miles" | "nautical miles" | "kilometers";

/** Milliseconds since 1970 in UTC; both are equal for an instant. */
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
  /** EPSG number in `srid`, undefined for the index's CRS. */
  | { readonly type: "geometry"; readonly geometry: Geometry; readonly srid: number | undefined }
  | FunctionCall
  | {
      readonly type: "arithmetic";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: Expression;
      readonly right: Expression;
    };

/** A function call; the name is as written, its case is ignored. */
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
  /** Matches the whole text; `ignoreCase` is ILIKE. */
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
  /** Client-visible ids, `{typeName}.{number}`. */
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
  /** A function with a boolean result. */
  | { readonly type: "predicate"; readonly call: FunctionCall };

/**
 * Why a filter is refused: it violates the grammar, exceeds a bound, or does not fit the index
 * (unknown names, incompatible types).
 */
export type FilterErrorCode = "syntax" | "bound" | "meaning";

/** A position in a filter: `offset` from 0 in UTF-16 units, the others from 1. */
export interface FilterPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A refused filter, with its place if it was found while parsing. */
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
