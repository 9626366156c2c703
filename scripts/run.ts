/** Runs commands one after the other and says how each ended. */
import { spawnSync } from "node:child_process";

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
    const { status, error } = spawnSync(program, args, {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    if (error !== undefined) console.error(error.message);
    return { name, passed: status === 0, seconds: (performance.now() - started) / 1_000 };
  });
  console.log("");
  for (const { name, passed, seconds } of results) {
    console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(20)} ${seconds.toFixed(1)} s`);
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}
