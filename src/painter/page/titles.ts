/** What is said of a whole style beside its pictures. */
import type { Styling } from "../styling.ts";

/** In place of pictures. */
export const NO_RULES = "The style has no rules";

/** What a style is called. */
export function titleOf({ title, name }: Styling): string {
  return title || name || "A style without a name";
}

/** A feature type style among those of its style. */
export function levelTitle({ levels }: Styling, at: number): string {
  const layer = levels[at]?.layer ?? "";
  const words = `Level ${at + 1} of ${levels.length}`;
  return layer === "" ? words : `${words}, for ${layer}`;
}

/** Rules beyond the bound. */
export function moreWords(more: number): string {
  return `${more} more rules are not drawn`;
}

/** Parts of a document that draw nothing here, of which so many are told. */
const MOST_TOLD = 5;

/** Parts of a document that draw nothing here. */
export function unreadWords({ unread }: Styling): readonly string[] {
  return unread.slice(0, MOST_TOLD).map((words) => `Not drawn: ${words}`);
}
