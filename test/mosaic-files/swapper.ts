/** A thread that swaps a folder for a link to another one and back, as fast as it can. */
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { folder, aside, target, stop } = workerData as {
  folder: string;
  aside: string;
  target: string;
  /** Element 0 becomes 1 when the thread has to end, element 1 counts swaps. */
  stop: Int32Array;
};

while (Atomics.load(stop, 0) === 0) {
  renameSync(folder, aside);
  symlinkSync(target, folder);
  rmSync(folder);
  renameSync(aside, folder);
  Atomics.add(stop, 1, 1);
}
