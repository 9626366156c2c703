/** Finds the known word that somebody probably meant. Pure. */
import leven from "leven";

/** The known word closest to a given one; undefined when none differs in at most so many letters. */
export function nearest(
  word: string,
  known: readonly string[],
  letters: number = Math.max(2, word.length / 3),
): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: leven(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance);
  const isClose = best !== undefined && best.distance <= letters;
  return isClose ? best.candidate : undefined;
}

/** The same as a question; undefined when no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found === undefined ? undefined : `Did you mean ${found}?`;
}

/** That there is nothing of a sort that is called so, with the nearest known word, or all of them. */
export function unknownWord(sort: string, word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  const names = known.length === 0 ? "." : `; known are ${known.join(", ")}.`;
  return `There is no ${sort} ${word}${found === undefined ? names : `. Did you mean ${found}?`}`;
}
