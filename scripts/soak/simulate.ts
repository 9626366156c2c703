/** Simulated histories: one of a seed, or as many as there is time for. */
import type { Job } from "../run.ts";

const FILE = "test/simulation/seeds.test.ts";

/** What runs them. Throws Error for what is no number. */
export function simulateJob({
  seed,
  hours,
}: {
  readonly seed?: string;
  readonly hours: string;
}): Job {
  if (seed !== undefined)
    return {
      name: `history of seed ${seed}`,
      command: ["vitest", "run", FILE, "-t", "seeds of this run"],
      env: { PLUMBLINE_SIMULATE_SEED: String(positive(seed)) },
    };
  return {
    name: `histories for ${hours} hours`,
    command: ["vitest", "run", FILE, "-t", "seeds of this run", "--disable-console-intercept"],
    env: { PLUMBLINE_SIMULATE_HOURS: String(positive(hours)) },
  };
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`${text} is no number above 0`);
  return number;
}
