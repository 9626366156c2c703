/** Loaded before a program: counts the functions of its sources that run in each of its threads, and writes them when told, and at its end. */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { threadId } from "node:worker_threads";

const { PLUMBLINE_FUNCTIONS: folder = "" } = process.env;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** Writes what ran since the last call. */
function take(): void {
  session.post("Profiler.takePreciseCoverage", (error, answer) => {
    if (error !== null) throw error;
    writeFileSync(`${folder}/${threadId}.json`, JSON.stringify(answer.result));
  });
}

// A signal that nothing else of the program listens to; the threads of a program do not get it.
process.on("SIGWINCH", take);
process.on("exit", take);
