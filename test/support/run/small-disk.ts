/** Disks that can be filled: a tmpfs of some mebibytes, where this user may mount one. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folders.ts";

/** Whether small disks can be had. */
export const canMount = process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0;

/** Says loudly what is not tested where none can be had. */
export function tellWhenUnmountable(what: string): void {
  if (!canMount) process.stderr.write(`SKIPPED, this user cannot mount a small disk: ${what}\n`);
}

/** A disk of this size, which goes with the test. */
export function smallDisk(mib: number): string {
  const folder = temporaryFolder();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder]);
  if (status !== 0) throw new Error("no tmpfs could be mounted");
  onTestFinished(() => void spawnSync("umount", [folder]));
  return folder;
}

/** Fills the disk of a folder by a file until only so many bytes are free. */
export function fillUp(file: string, folder: string, leave: number): void {
  const { stdout } = spawnSync("df", ["--output=avail", "-B1", folder], { encoding: "utf8" });
  const free = Number(stdout.split("\n")[1]);
  writeFileSync(file, Buffer.alloc(Math.max(0, free - leave)));
}
