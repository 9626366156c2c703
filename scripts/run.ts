/** Runs commands one after the other and says how each ended. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

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
    const before = cpuOfEnded();
    const { status, error } = spawnSync(program, args, {
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    if (error !== undefined) console.error(error.message);
    const cpu = cpuOfEnded() - before;
    return { name, passed: status === 0, seconds: (performance.now() - started) / 1_000, cpu };
  });
  console.log("");
  for (const { name, passed, seconds, cpu } of results) {
    const took = `${seconds.toFixed(1)} s, ${cpu.toFixed(0)} s of processor time`;
    console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(20)} ${took}`);
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}

/** Seconds of processor time of all children that ended, and theirs; 0 where the system does not show it. */
function cpuOfEnded(): number {
  try {
    // After the name, which may hold anything: the state is the first, times of children the 14th and 15th, in ticks of 10 ms.
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
