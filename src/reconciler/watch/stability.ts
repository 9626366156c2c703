/** Waits until nobody writes the folder any more: only whole trees are loaded. */
import { watch as limits } from "../../model/limits.ts";

/** How to look at the folder, and how long it has to be at rest. */
export interface StabilityInput {
  readonly stamp: () => string;
  /** Whether somebody says that the folder is being written, Git by its locks for example. */
  readonly isBusy: () => boolean;
  /** The stamp of a folder that is known to have been at rest; it need not rest again. */
  readonly known: string | undefined;
  readonly quietMs: number;
  /** Waits; comes back early when everything is to end. */
  readonly pause: (ms: number) => Promise<void>;
  readonly interrupted: () => boolean;
  /** Called once when the folder does not come to rest. */
  readonly onRestless: () => void;
}

/** A folder at rest. */
export interface StableFolder {
  readonly stamp: string;
  /** Milliseconds for which it has certainly been at rest. */
  readonly restedMs: number;
}

/** The folder once it is at rest; undefined when everything is to end. */
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
