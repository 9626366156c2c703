/** The full counts of every claim in shards: each a run of its own, so that one can be repeated alone. */
import { readdirSync } from "node:fs";
import type { Job } from "../run.ts";

/** Folders of the shards that are more than what is left. */
const folders: Readonly<Record<string, readonly string[]>> = {
  corpus: ["corpus"],
  interface: ["contract", "access", "wire", "replay", "stock"],
  properties: ["property"],
  faults: ["fault", "data-folder", "replicas", "catalog-copy"],
  scenarios: ["scenarios"],
  commands: ["e2e", "watch", "gitops", "console"],
};

/** Every other test. */
const REST = "rest";

/** Shards of `npm run proof`. */
export const SHARDS: readonly string[] = [...Object.keys(folders), REST];

/** Shards that run by their names only: generated histories, and the tables of the interface on PostgreSQL. */
export const LONG: readonly string[] = ["simulation", "database"];

/** The run of a shard; undefined where there is none of that name. `env` goes to all of them. */
export function shardJob(name: string, env: Readonly<Record<string, string>>): Job | undefined {
  const proof = { ...env, PLUMBLINE_PROOF: "1" };
  if (name === "database")
    return { name, command: ["node", "scripts/lane.ts", "--whole"], env: proof };
  const places = placesOf(name);
  return places && { name, command: ["vitest", "run", ...places], env: proof };
}

function placesOf(name: string): readonly string[] | undefined {
  if (name === "simulation") return ["test/simulation/"];
  if (name !== REST) return folders[name]?.map((folder) => `test/${folder}/`);
  const others = new Set(["simulation", ...Object.values(folders).flat()]);
  const tests = readdirSync("test", { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name.endsWith(".test.ts") ? entry.name : [],
  );
  return tests.filter((one) => !others.has(one.replace(/\/$/, ""))).map((one) => `test/${one}`);
}
