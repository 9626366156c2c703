/** Processor time as Linux counts it. */
import { readFileSync } from "node:fs";

/** Fields of proc(5) are counted in ticks of a hundredth of a second. */
const TICKS_PER_SECOND = 100;

/** In seconds. */
export interface ProcessorTime {
  /** Of all threads of the process. */
  readonly own: number;
  /** Of the children that ended and were waited for, with theirs. */
  readonly ended: number;
}

/** Undefined where the system does not show it, and for a process that is gone. */
export function processorTime(pid: number | "self"): ProcessorTime | undefined {
  try {
    // The name of the program is in brackets and may hold anything; utime, stime, cutime and cstime come 11 fields after it.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
      .slice(11, 15)
      .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    return { own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
