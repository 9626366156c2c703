/** Values of style sheets, as they are written. Pure data. */
import type { Expression } from "../model/filter.ts";

/** Line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Units of numbers. `k`, `M` and `G` are not units; they are multiplied out. */
export type Unit = "px" | "m" | "ft" | "%" | "deg";

/** One value of a property. */
export type Value =
  | { readonly type: "none" }
  | { readonly type: "identifier"; readonly name: string }
  /** Without its quotes. */
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "number"; readonly value: number; readonly unit: Unit | undefined }
  /** `#rrggbb`, in lower case. */
  | { readonly type: "colour"; readonly hex: string }
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "symbol"; readonly name: string }
  | { readonly type: "function"; readonly name: string; readonly args: readonly Value[] }
  | {
      readonly type: "transform";
      readonly name: string;
      readonly parameters: readonly { readonly name: string; readonly values: readonly Value[] }[];
    }
  /** ECQL in brackets. */
  | { readonly type: "expression"; readonly expression: Expression }
  /** `@name` or `@name(fallback)`: a variable of the map request. */
  | { readonly type: "environment"; readonly name: string; readonly fallback: Value | undefined }
  /** Separated by spaces. */
  | { readonly type: "composite"; readonly parts: readonly Value[] }
  /** Texts and expressions side by side, which form one text. */
  | { readonly type: "concatenation"; readonly parts: readonly Value[] };

/** A property with its values, one per repetition of the symbolizer. */
export interface Property {
  readonly name: string;
  readonly values: readonly Value[];
  readonly at: Place;
}
