/**
 * Speed, beside something that runs next to it.
 *
 *   npm run bench            first applies and no-op plans of 1,000 and 10,000 styles: scripts/bench/styles.ts
 *   npm run bench -- 1000    one size
 *   npm run bench -- apply   first applies of styles: scripts/bench/apply.ts
 *   npm run bench -- no-op   plans over what nobody changed: scripts/bench/no-op.ts
 *   npm run bench -- mosaic  image mosaics: scripts/bench/mosaic.ts
 *   npm run bench -- watch   delay of watch mode: scripts/bench/watch.ts
 *   npm run bench -- startup what a start costs: scripts/bench/startup.ts
 *   npm run bench -- sheets  CSS styles as SLD: scripts/bench/sheets.ts
 *   npm run bench -- report  report pages in a browser: scripts/bench/report.ts
 *   npm run bench -- reads   answers that nobody has changed: scripts/bench/reads.ts
 *   npm run bench -- console a large mosaic in the console: scripts/bench/console.ts
 *   npm run bench -- writes  durable writes and the reads beside them: scripts/bench/writes.ts
 *   npm run bench -- scale   a large catalog: scripts/bench/scale.ts
 *   npm run bench -- targets one estate on many servers: scripts/bench/targets.ts
 *   npm run bench -- all     all of them, into docs/evidence.md: scripts/bench/all.ts
 *
 * Each takes `--tiny`, at which figures mean nothing; reads, writes and mosaic take `--postgres`.
 */
import { fileURLToPath } from "node:url";
import { benchAll } from "./bench/all.ts";
import { benches } from "./bench/benches.ts";
import { noteEnd } from "./bench/row.ts";

const CLI = fileURLToPath(new URL("../bin/plumbline.js", import.meta.url));

const [name = "", ...rest] = process.argv.slice(2);
if (name === "all") await benchAll(benches, rest);
else {
  const named = benches.find((bench) => bench.name === name && name !== "");
  const plain = benches.find((bench) => bench.name === "");
  await (named === undefined ? plain?.run(CLI, process.argv.slice(2)) : named.run(CLI, rest));
  noteEnd();
}
