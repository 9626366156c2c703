// Plain JavaScript, so that every Node can read it: makes the bundle after an installation that
// brought what makes it. Without the bundle a clone runs its sources.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInPlace } from "./run.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const node = `${root}node_modules/.bin/node`;

if (
  [node, `${root}node_modules/rolldown`, `${root}scripts/build.ts`].every((one) => existsSync(one))
)
  process.exitCode = await runInPlace(node, [`${root}scripts/build.ts`], { cwd: root });
