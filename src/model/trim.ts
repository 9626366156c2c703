/** Trims in linear time; expressions such as `x+$` take quadratic time. */

/** Trims these characters at the end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Trims these characters at both ends. */
export function withoutEnds(text: string, characters: string): string {
  const rest = withoutEnd(text, characters);
  let start = 0;
  while (start < rest.length && characters.includes(rest.charAt(start))) start++;
  return rest.slice(start);
}
