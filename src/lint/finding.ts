/** Warnings about usable files. Pure data. */
import { lint as limits } from "../model/limits.ts";

/**
 * No server reads it (`unread`), it never draws (`undrawn`), or stock servers refuse it
 * (`refused`).
 */
export type FindingType = "unread" | "undrawn" | "refused";

/** Layers that a stock server must hold to accept a style. */
export interface NeededLayers {
  /** As the style names them; "" for a layer without a name. */
  readonly names: readonly string[];
  /** The first server version that requires them. */
  readonly since: number;
}

/** A finding; line and column count from 1. */
export interface Finding {
  readonly type: FindingType;
  /** Set where every stock server refuses the style, with any extensions. */
  readonly isSure?: true;
  /** The finding does not apply if the server holds these layers. */
  readonly needs?: NeededLayers;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** The path of an image relative to the style; a path that leads outside is kept as written. */
export interface ImagePath {
  readonly path: string;
  readonly isOutside?: true;
}

/** An image path in a style with its place. */
export interface NamedImage extends ImagePath {
  readonly line: number;
  readonly column: number;
}

/** The findings and images of a style, in the order of its text. */
export interface StyleLint {
  readonly findings: readonly Finding[];
  readonly images: readonly NamedImage[];
}

export function inPlace(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** Reports equal findings once, at the first place, and cuts long texts. */
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
