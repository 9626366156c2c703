/** What `npm run generate` makes of sheet.peggy: a parser that calls the builder it is given. */
import type { Filter, Expression } from "../model/filter.ts";
import type { PseudoClass } from "./styling.ts";
import type { Value } from "./value.ts";

/** One condition of a selector. */
export type BasicSelector =
  | { readonly type: "any" }
  | { readonly type: "type"; readonly name: string }
  | { readonly type: "id"; readonly id: string }
  | { readonly type: "filter"; readonly filter: Filter }
  | {
      readonly type: "scale";
      readonly operator: "<" | "<=" | ">" | ">=";
      readonly value: number;
    }
  | {
      readonly type: "zoom";
      readonly operator: "<" | "<=" | ">" | ">=" | "=";
      readonly value: number;
    }
  | {
      readonly type: "pseudo";
      readonly pseudoClass: PseudoClass | "background";
      readonly nth: number | undefined;
    };

/** What the grammar calls; offsets count from 0 in the text that is parsed. */
export interface SheetBuilder {
  readonly filter: (text: string, offset: number) => Filter;
  readonly expression: (text: string, offset: number) => Expression;
  readonly number: (digits: string, multiple: string | null) => number;
  readonly variable: (name: string, fallback: Value | undefined) => Value;
  readonly colour: (digits: string) => Value;
  readonly name: (name: string) => Value;
}

/** A text that does not follow the grammar. Offsets count from 0. */
export class SyntaxError extends Error {
  readonly location: { readonly start: { readonly offset: number } };
}

/** What a text is, by the rule that it is read by. */
export interface Parsed {
  /** Alternatives, each a list of conditions that hold together. */
  readonly Selector: readonly (readonly BasicSelector[])[];
  /** The values of a property. */
  readonly Value: readonly Value[];
}

/** Parses a selector or values. Throws SyntaxError, and whatever the builder throws. */
export function parse<StartRule extends keyof Parsed>(
  text: string,
  options: { readonly startRule: StartRule; readonly build: SheetBuilder },
): Parsed[StartRule];
