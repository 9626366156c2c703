/** A sheet as it is written, before its cascade. Pure data. */
import type { BasicSelector } from "../sheet-grammar.js";
import type { Property } from "../value.ts";
import type { RuleWords } from "./comments.ts";

/** How a sheet's rules become those of a style. */
export const modes = ["Exclusive", "Simple", "Auto", "Flat"] as const;

/** One of `modes`. */
export type Mode = (typeof modes)[number];

/** Levels of zoom: each has half the scale denominator of the one before. */
export interface TileMatrixSet {
  /** Scale denominator of level 0. */
  readonly top: number;
  /** How many levels there are, counted from 0; the last one reaches down to 0. */
  readonly levels: number;
  /** A level reaches from its scale denominator over this. */
  readonly extent: number;
}

/** What a sheet says of itself as a whole. */
export interface Directives {
  readonly mode: Mode;
  readonly styleName: string | undefined;
  readonly styleTitle: string | undefined;
  readonly styleAbstract: string | undefined;
  readonly autoRuleNames: boolean;
  /** From so many combinations on, Auto is Simple. */
  readonly autoThreshold: number;
  readonly maxOutputRules: number;
  /** The levels that `@z` counts. */
  readonly tileMatrixSet: TileMatrixSet;
}

/** A rule with its place. `index` numbers rules in the order of the text. */
export interface WrittenRule {
  readonly index: number;
  readonly offset: number;
  readonly words: RuleWords;
  readonly selector: readonly (readonly BasicSelector[])[];
  readonly properties: ReadonlyMap<string, Property>;
  readonly nested: readonly WrittenRule[];
}

/** All of a sheet. */
export interface WrittenSheet {
  readonly directives: Directives;
  readonly rules: readonly WrittenRule[];
}
