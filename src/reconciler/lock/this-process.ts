/** This process as the holder of a lock: who runs it, where, and which processes it can see. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import type { Environment } from "../../model/environment.ts";
import { digestOfValue } from "../../model/digest.ts";
import { ciRun } from "./ci-run.ts";
import type { Here, Holder } from "./lease.ts";

/** This process as a holder; in a job of a CI system its account is that of the account that started the job. */
export function thisProcess(environment: Environment): Holder & Here {
  const host = hostname();
  return {
    who: ciRun(environment)?.who ?? userName(environment),
    host,
    machine: machineOf(host),
    pid: process.pid,
    isAlive,
  };
}

function userName(environment: Environment): string {
  try {
    return userInfo().username;
  } catch {
    // Containers run as numbers that no account belongs to.
    return environment["USER"] ?? "unknown";
  }
}

/** Containers may share a host name; their process ids are distinguished by their name space. */
function machineOf(host: string): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    return digestOfValue([host, boot, readlinkSync("/proc/self/ns/pid")]);
  } catch {
    return digestOfValue([host]);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is alive too.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
