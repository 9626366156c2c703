/** What is worth knowing of a file that can be used all the same. Pure data. */
import { lint as limits } from "../model/limits.ts";

/**
 * What a finding is about: something that nothing reads (`unread`), that never draws (`undrawn`), or that
 * a stock server refuses (`refused`).
 */
export type FindingType = "unread" | "undrawn" | "refused";

/** Layers that a stock server has to hold for it to take a style. */
export interface NeededLayers {
  /** As the style names them; an empty one is the name of none. */
  readonly names: readonly string[];
  /** The first version of such servers that asks for them. */
  readonly since: number;
}

/** A finding with its place in the file; both count from 1. */
export interface Finding {
  readonly type: FindingType;
  /** Set where every stock server refuses it, whatever extensions it has. */
  readonly isSure?: true;
  /** Set where none of it is true if the server holds these. */
  readonly needs?: NeededLayers;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** The path of an image from where the style lies; one that leads out of there is as it is written. */
export interface ImagePath {
  readonly path: string;
  readonly isOutside?: true;
}

/** An image that a style names by a path, and where. */
export interface NamedImage extends ImagePath {
  readonly line: number;
  readonly column: number;
}

/** What there is to be said of a style, in the order of its text. */
export interface StyleLint {
  readonly findings: readonly Finding[];
  readonly images: readonly NamedImage[];
}

/** Findings in the order of the text. */
export function inPlace(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** What is the same in several places is reported once, at the first of them; what quotes much is cut off. */
export function together<
  Found extends { readonly message: string; readonly hint?: string | undefined },
>(findings: readonly Found[]): readonly Found[] {
  const groups = Map.groupBy(findings, ({ message }) => message);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { message, hint } = first;
    const cut = hint === undefined ? {} : { hint: beginning(hint) };
    return { ...first, ...cut, message: `${beginning(message)}${alsoIn(others.length)}` };
  });
}

function beginning(text: string): string {
  return text.length > limits.characters ? `${text.slice(0, limits.characters)}…` : text;
}

function alsoIn(others: number): string {
  if (others === 0) return "";
  return ` (and in ${others} more ${others === 1 ? "place" : "places"})`;
}
