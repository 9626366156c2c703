/** LIKE and ILIKE (`filter.ts`), in time of at most text times pattern length. Pure. */

/** % ("any"), _ ("one"), or a character. */
export type Piece = "any" | "one" | { readonly character: string };

/** A matcher of whole texts. */
export function likeMatcher(
  pattern: string,
  { ignoreCase }: { readonly ignoreCase: boolean },
): (text: string) => boolean {
  const fold = ignoreCase ? upperCaseOf : (character: string) => character;
  const pieces = piecesOf(pattern, fold);
  return (text) => covers(pieces, Array.from(text, fold));
}

/** The upper case, if it is one character: ß stays ß. */
function upperCaseOf(character: string): string {
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}

/** Parts of a pattern with folded characters. */
export function piecesOf(
  pattern: string,
  fold: (character: string) => string = (character) => character,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (isEscaped) pieces.push({ character: fold(character) });
    else if (character === "%") pieces.push("any");
    else if (character === "_") pieces.push("one");
    else if (character !== "\\") pieces.push({ character: fold(character) });
    isEscaped = !isEscaped && character === "\\";
  }
  return pieces;
}

/** Backtracking to the last "any" suffices. */
function covers(pieces: readonly Piece[], text: readonly string[]): boolean {
  let [piece, at] = [0, 0];
  let [any, anyAt] = [-1, 0];
  while (at < text.length) {
    const current = pieces[piece];
    if (current === "any") {
      [any, anyAt] = [piece, at];
      piece++;
    } else if (current !== undefined && fits(current, text[at])) {
      piece++;
      at++;
    } else if (any >= 0) {
      anyAt++;
      [piece, at] = [any + 1, anyAt];
    } else {
      return false;
    }
  }
  return pieces.slice(piece).every((rest) => rest === "any");
}

function fits(piece: Exclude<Piece, "any">, character: string | undefined): boolean {
  return piece === "one" || piece.character === character;
}
