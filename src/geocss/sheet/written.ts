/** A sheet as it is written, before the cascade. Pure data. */
import type { BasicSelector } from "../sheet-grammar.js";
import type { Property } from "../value.ts";
import type { RuleWords } from "./comments.ts";

/** How rules cascade. */
export const modes = ["Exclusive", "Simple", "Auto", "Flat"] as const;

export type Mode = (typeof modes)[number];

/** Zoom levels: each has half the scale denominator of the preceding one. */
export interface TileMatrixSet {
  /** Scale denominator of level 0. */
  readonly top: number;
  /** The number of levels; the last one reaches down to 0. */
  readonly levels: number;
  /** The lower bound of a level is its scale denominator divided by this. */
  readonly extent: number;
}

/** Settings of a sheet as a whole. */
export interface Directives {
  readonly mode: Mode;
  readonly styleName: string | undefined;
  readonly styleTitle: string | undefined;
  readonly styleAbstract: string | undefined;
  readonly autoRuleNames: boolean;
  /** With this many combinations or more, Auto acts like Simple. */
  readonly autoThreshold: number;
  readonly maxOutputRules: number;
  /** The levels that `@z` refers to. */
  readonly tileMatrixSet: TileMatrixSet;
}

/** A rule with its offset. `index` numbers rules in the order of the text. */
export interface WrittenRule {
  readonly index: number;
  readonly offset: number;
  readonly words: RuleWords;
  readonly selector: readonly (readonly BasicSelector[])[];
  readonly properties: ReadonlyMap<string, Property>;
  readonly nested: readonly WrittenRule[];
}

/** A whole sheet. */
export interface WrittenSheet {
  readonly directives: Directives;
  readonly rules: readonly WrittenRule[];
}
