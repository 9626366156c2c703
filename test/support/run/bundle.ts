/** Before the tests: the executable that they start is the bundle, so it is made of what lies here. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { isBundleFresh } from "../../../bin/sources.js";
import { root } from "../project/sources.ts";

/** Makes the bundle anew where it is not of the sources. */
export function setup(): void {
  if (isBundleFresh()) return;
  const made = spawnSync(process.execPath, [join(root, "scripts", "build.ts")], { cwd: root });
  const said = made.stderr.toString();
  if (made.status !== 0 || said !== "") throw new Error(`The bundle cannot be made: ${said}`);
}
