/** Runs commands one after the other and says how each ended. */
import { spawnSync } from "node:child_process";
import { processorTime } from "./processor-time.ts";

/** A command with the name it is reported under. */
export interface Job {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs all jobs, whatever becomes of one, and ends the process with 1 when any failed. */
export function runAll(jobs: readonly Job[]): void {
  const results = jobs.map(({ name, command: [program = "", ...args], env }) => {
    console.log(`\n== ${name}`);
    const started = performance.now();
    const before = endedTime();
    const { status, error } = spawnSync(program, args, {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    if (error !== undefined) console.error(error.message);
    const cpu = endedTime() - before;
    return { name, passed: status === 0, seconds: (performance.now() - started) / 1_000, cpu };
  });
  console.log("");
  for (const { name, passed, seconds, cpu } of results) {
    const took = `${seconds.toFixed(1)} s, ${cpu.toFixed(0)} s of processor time`;
    console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(20)} ${took}`);
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}

/** 0 where the system does not show it. */
function endedTime(): number {
  return processorTime("self")?.ended ?? 0;
}
