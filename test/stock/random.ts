/** Chance with a seed: what a server gives in no order comes in another one each time. */

export type RandomNumbers = () => number;

/** The same numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<One>(random: RandomNumbers, all: Iterable<One>): readonly One[] {
  return [...all]
    .map((one) => [random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);
}
