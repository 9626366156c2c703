/** Settings that imports do not declare, with the reason. */

/** Places by their beginnings. */
export const holes: readonly (readonly [place: RegExp, reason: string])[] = [];

/** Why a place is not declared; undefined where nobody has said it. */
export function reasonOf(path: string): string | undefined {
  return holes.find(([place]) => place.test(path))?.[1];
}
