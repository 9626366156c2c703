/** The lane in a process of its own, against a server of the tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PASSWORD, USER } from "../support/servers/catalog.ts";
import { root } from "../support/project/sources.ts";

/** What a run came to: the exit code, and everything that it reported. */
export interface LaneEnd {
  readonly code: number;
  readonly told: string;
}

/** Runs files of tests against the server at an address; `env` adds to what the lane is told. */
export async function runLane(
  url: string,
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<LaneEnd> {
  const account = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD, PLUMBLINE_LIVE_URL: url };
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=dot", ...files],
    { cwd: root, env: { ...process.env, ...account, ...env } },
  );
  let told = "";
  child.stdout.on("data", (chunk: Buffer) => (told += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, told };
}
