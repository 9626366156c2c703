/** Runs the history of a seed, and says of one that fails how to see it again. */
import { tellHistory } from "./tell.ts";
import { drawHistory } from "./draw/history.ts";
import type { History } from "./history.ts";
import { simulate, type SimulateOptions, type Told } from "./run/simulate.ts";
import { shrink } from "./shrink.ts";

/** What came of a seed. */
export interface Tried {
  readonly seed: number;
  readonly told: Told;
  /** What failed, with the shortest history that fails so; undefined where nothing did. */
  readonly text: string | undefined;
}

/** Runs the history of a seed; `shortens` where the shortest history is looked for. */
export async function trySeed(
  seed: number,
  { shortens = true, ...options }: SimulateOptions & { readonly shortens?: boolean } = {},
): Promise<Tried> {
  const told = await simulate(drawHistory(seed), options);
  const { failure, resolved } = told;
  if (failure === undefined) return { seed, told, text: undefined };
  const stillFails = async (history: History) => {
    // A history that lost too much may be none.
    const shorter = await simulate(history, options).catch(() => undefined);
    return shorter?.failure?.check === failure.check;
  };
  const history = shortens ? await shrink(resolved, stillFails) : resolved;
  const shortest = shortens ? await simulate(history, options) : told;
  const { check, step, told: message } = shortest.failure ?? failure;
  const text = [
    `seed ${seed}, step ${step} on ${history.server}: ${check}`,
    message,
    "",
    ...tellHistory(history),
    "",
    `Again: npm run soak -- simulate --seed ${seed}`,
  ].join("\n");
  return { seed, told, text };
}
