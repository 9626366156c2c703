/** Wraps text. */

/** Wraps at `letters` characters; a longer word has a line of its own. */
export function linesOfWords(words: readonly string[], letters: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
