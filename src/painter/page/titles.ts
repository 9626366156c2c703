/** Texts about a whole style. */
import type { Styling } from "../styling.ts";

/** Shown in place of pictures. */
export const NO_RULES = "The style has no rules";

export function titleOf({ title, name }: Styling): string {
  return title || name || "A style without a name";
}

/** The title of a feature type style. */
export function levelTitle({ levels }: Styling, at: number): string {
  const layer = levels[at]?.layer ?? "";
  const words = `Level ${at + 1} of ${levels.length}`;
  return layer === "" ? words : `${words}, for ${layer}`;
}

/** Characters of a title in a caption. */
const LETTERS = 60;

/** The title of a rule for a caption. */
export function shortTitle({ title }: { readonly title: string }): string {
  return title.length > LETTERS ? `${title.slice(0, LETTERS)}…` : title;
}

/** Rules beyond the limit. */
export function moreWords(more: number): string {
  return `${more} more rules are not drawn`;
}

const MOST_TOLD = 5;

/** Parts of the document that are not drawn. */
export function unreadWords({ unread }: Styling): readonly string[] {
  return unread.slice(0, MOST_TOLD).map((words) => `Not drawn: ${words}`);
}
