/** This process as the holder of a lock. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import type { Environment } from "../../model/environment.ts";
import { digestOfValue } from "../../model/digest.ts";
import { ciRun } from "./ci-run.ts";
import type { Here, Holder } from "./lease.ts";

/** In a CI job, `who` is the account that started the job. */
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
    // Containers can run under a user id without an account.
    return environment["USER"] ?? "unknown";
  }
}

/** Containers can share a host name, but not a PID namespace. */
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
    // EPERM: another user's process is alive.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
