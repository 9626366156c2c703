/**
 * A slice of the tables of the interface with catalogs in PostgreSQL, then the lane of tests that meet larger programs
 * of the machine.
 *
 *   npm run test:programs            both
 *   npm run test:programs -- FILES   tests of the lane in these files
 */
import { runAll } from "./run.ts";

const given = process.argv.slice(2);
const lane = { name: "programs", command: ["vitest", "run", "--tagsFilter=programs", ...given] };
const slice = { name: "slice on PostgreSQL", command: ["node", "scripts/lane.ts"] };

// What failed is best seen where the output ends: the longer one last.
runAll(given.length > 0 ? [lane] : [slice, lane]);
