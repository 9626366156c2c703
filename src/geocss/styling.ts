/** A sheet after the cascade: rules, level by level. Pure data. */
import type { Filter } from "../model/filter.ts";
import type { Property } from "./value.ts";

/** Text by language; "" stands for no language. */
export type Localized = ReadonlyMap<string, string>;

/** Parts of a symbolizer that pseudo classes select. */
export type PseudoClass = "mark" | "stroke" | "fill" | "symbol" | "shield";

/** A pseudo class after the cascade. `nth` counts from 1; undefined for all. */
export interface PseudoBlock {
  readonly pseudoClass: PseudoClass;
  readonly nth: number | undefined;
  readonly properties: ReadonlyMap<string, Property>;
}

/** `max` is exclusive; 0 and Infinity where the range is open. */
export interface ScaleRange {
  readonly min: number;
  readonly max: number;
}

/** A rule of a style. */
export interface StyleRule {
  /** Set where the sheet asks for rule names. */
  readonly name: string | undefined;
  readonly title: Localized;
  readonly abstract: Localized;
  readonly scale: ScaleRange;
  readonly filter: Filter;
  /** By name; lists hold only the values of the level. */
  readonly properties: ReadonlyMap<string, Property>;
  /** In the order of the cascade, the strongest last. */
  readonly pseudo: readonly PseudoBlock[];
}

/** The rules of one z level for one feature type: one FeatureTypeStyle. */
export interface Level {
  /** Undefined for any type. */
  readonly typeName: string | undefined;
  /** Whether only the first matching rule draws. */
  readonly firstOnly: boolean;
  readonly rules: readonly StyleRule[];
}

/** A style, with levels from the bottom to the top. */
export interface Styling {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly abstract: string | undefined;
  readonly background: Property | undefined;
  readonly levels: readonly Level[];
}
