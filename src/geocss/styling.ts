/** What a sheet comes to once its cascade is worked out: rules, level by level. Pure data. */
import type { Filter } from "../model/filter.ts";
import type { Property } from "./value.ts";

/** Text by language; the empty name is that of no language. */
export type Localized = ReadonlyMap<string, string>;

/** Parts of a symbolizer that pseudo classes speak of. */
export type PseudoClass = "mark" | "stroke" | "fill" | "symbol" | "shield";

/** What a rule says of a pseudo class, cascade done. `nth` counts from 1; undefined for all. */
export interface PseudoBlock {
  readonly pseudoClass: PseudoClass;
  readonly nth: number | undefined;
  readonly properties: ReadonlyMap<string, Property>;
}

/** From the first denominator up to, but without, the second; 0 and Infinity where it is open. */
export interface ScaleRange {
  readonly min: number;
  readonly max: number;
}

/** One rule of a style: where it holds, and what it draws there. */
export interface StyleRule {
  /** Undefined where the sheet asks for names of rules and none is due. */
  readonly name: string | undefined;
  readonly title: Localized;
  readonly abstract: Localized;
  readonly scale: ScaleRange;
  readonly filter: Filter;
  /** By name; lists of values already reduced to those of the level. */
  readonly properties: ReadonlyMap<string, Property>;
  /** In the order of the cascade, the strongest last. */
  readonly pseudo: readonly PseudoBlock[];
}

/** The rules of one z level for one type of features: one FeatureTypeStyle. */
export interface Level {
  /** Undefined for any type. */
  readonly typeName: string | undefined;
  /** Whether only the first rule that matches draws. */
  readonly firstOnly: boolean;
  readonly rules: readonly StyleRule[];
}

/** A style, from the bottom to the top. */
export interface Styling {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly abstract: string | undefined;
  readonly background: Property | undefined;
  readonly levels: readonly Level[];
}
