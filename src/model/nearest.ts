/** Finds the known word that somebody probably meant. Pure. */
import leven from "leven";

/** The known word closest to a given one; undefined when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({
      candidate,
      distance: leven(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance);
  const isClose = best !== undefined && best.distance <= Math.max(2, word.length / 3);
  return isClose ? best.candidate : undefined;
}

/** The same as a question; undefined when no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found === undefined ? undefined : `Did you mean ${found}?`;
}
