/** A sheet as it is written, before its cascade. Pure data. */
import type { BasicSelector } from "../sheet-grammar.js";
import type { Property } from "../value.ts";
import type { RuleWords } from "./comments.ts";

/** How a sheet's rules become those of a style. */
export const modes = ["Exclusive", "Simple", "Auto", "Flat"] as const;

/** One of `modes`. */
export type Mode = (typeof modes)[number];

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
  /** Scale denominator of level 0 of the tiles. */
  readonly topDenominator: number;
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
