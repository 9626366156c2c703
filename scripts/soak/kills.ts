/** Crash tests at a count of one's own: servers that are killed while they are written to. */
import type { Job } from "../run.ts";

const suites = {
  sqlite: { count: 1_000, file: "test/fault/kill.test.ts", name: "every acknowledged write" },
  postgres: { count: 200, file: "test/replicas/processes.test.ts", name: "servers are killed" },
} as const;

/** What runs so many kills; as many as are usual by default. Throws Error for a catalog that there is none of. */
export function killsJob(catalog: string, count: string | undefined): Job {
  if (catalog !== "sqlite" && catalog !== "postgres")
    throw new Error(`--catalog is sqlite or postgres, not ${catalog}`);
  const suite = suites[catalog];
  const kills = Number(count ?? suite.count);
  if (!Number.isInteger(kills) || kills < 1) throw new Error(`${count} is no number of kills`);
  return {
    name: `${kills} kills, ${catalog}`,
    command: ["vitest", "run", suite.file, "-t", suite.name],
    env: { PLUMBLINE_PROOF: "1", PLUMBLINE_KILLS: String(kills) },
  };
}
