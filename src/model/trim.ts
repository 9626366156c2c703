/**
 * Characters taken off the ends of a text, in time that grows with the text: an expression such as `x+$`
 * looks at a run of x in its middle again from each x.
 */

/** The text without any of these characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without any of these characters at its start and its end. */
export function withoutEnds(text: string, characters: string): string {
  const rest = withoutEnd(text, characters);
  let start = 0;
  while (start < rest.length && characters.includes(rest.charAt(start))) start++;
  return rest.slice(start);
}
