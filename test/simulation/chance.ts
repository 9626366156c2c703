/** Chance with a seed: each thing that is drawn has a source of its own, so that one draw more changes no other. */
import { createHash } from "node:crypto";
import { randomNumbers, shuffled } from "../stock/random.ts";

/** Draws; the same for the same seed and labels. */
export interface Chance {
  /** A number from 0 to 1. */
  readonly number: () => number;
  /** A whole number from 0 to below the bound. */
  readonly below: (bound: number) => number;
  /** Whether something of this share (0 to 1) is so. */
  readonly is: (share: number) => boolean;
  readonly pick: <One>(all: readonly One[]) => One;
  /** Some of them in their order, each with this share. */
  readonly some: <One>(all: readonly One[], share: number) => readonly One[];
  readonly shuffled: <One>(all: readonly One[]) => readonly One[];
}

/** A source for a seed and what is drawn from it. */
export function chanceOf(seed: number, ...labels: readonly (string | number)[]): Chance {
  const digest = createHash("sha1")
    .update([seed, ...labels].join("/"))
    .digest();
  const number = randomNumbers(digest.readInt32LE(0));
  const below = (bound: number) => Math.floor(number() * bound);
  return {
    number,
    below,
    is: (share) => number() < share,
    pick: (all) => {
      if (all.length === 0) throw new RangeError("there is nothing to pick from");
      return all[below(all.length)] as (typeof all)[number];
    },
    some: (all, share) => all.filter(() => number() < share),
    shuffled: (all) => shuffled(number, all),
  };
}
