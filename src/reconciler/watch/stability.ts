/** Waits until the folder is at rest: only whole trees are loaded. */
import { watch as limits } from "../../model/limits.ts";

export interface StabilityInput {
  readonly stamp: () => string;
  /** For example by Git's lock files. */
  readonly isBusy: () => boolean;
  /** The stamp of a folder that need not rest again. */
  readonly known: string | undefined;
  readonly quietMs: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
  /** Called once when the folder does not come to rest. */
  readonly onRestless: () => void;
}

export interface StableFolder {
  readonly stamp: string;
  /** Milliseconds of certain rest. */
  readonly restedMs: number;
}

/** Undefined when the watch is to end. */
export async function waitUntilStable(input: StabilityInput): Promise<StableFolder | undefined> {
  const { quietMs, pause, interrupted } = input;
  let stamp = input.stamp();
  if (stamp === input.known && !input.isBusy()) return { stamp, restedMs: 0 };
  for (let waited = 0; !interrupted(); waited += quietMs) {
    await pause(quietMs);
    const now = input.stamp();
    if (now === stamp && !input.isBusy()) return { stamp, restedMs: quietMs };
    if (waited < limits.restlessMs && waited + quietMs >= limits.restlessMs) input.onRestless();
    stamp = now;
  }
  return undefined;
}
