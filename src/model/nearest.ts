/** Suggests known words for misspelled ones. Pure. */
import leven from "leven";

/** The closest known word, within `letters` different letters. */
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

/** A suggestion as a question. */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const found = nearest(word, known);
  return found === undefined ? undefined : `Did you mean ${found}?`;
}

/** An error message for an unknown word, with the closest known word or all of them. */
export function unknownWord(sort: string, word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  const names = known.length === 0 ? "." : `; known are ${known.join(", ")}.`;
  return `There is no ${sort} ${word}${found === undefined ? names : `. Did you mean ${found}?`}`;
}
