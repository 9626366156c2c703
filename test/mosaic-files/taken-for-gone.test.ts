/** A server that others took for gone has lost its staging folder: what it then does says why, not which folder is missing. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { realDisk, waitingDisk } from "../../src/server/mosaics/disk.ts";
import { ground } from "./support.ts";

test("nothing is staged, and the reason is told", async () => {
  let isLost = false;
  const disk = waitingDisk(realDisk, async () => {
    if (isLost) throw new Error("others took this server for gone");
  });
  const { files, data } = await ground(disk);
  rmSync(join(data, "staging"), { recursive: true });
  isLost = true;
  await expect(files.stage()).rejects.toThrow("others took this server for gone");
});
