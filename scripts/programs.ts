/**
 * The lane of tests that meet larger programs of the machine, then a slice of the tables of the interface with
 * catalogs in PostgreSQL.
 *
 *   npm run test:programs            both
 *   npm run test:programs -- FILES   tests of the lane in these files
 */
import { runAll } from "./run.ts";

const given = process.argv.slice(2);
const lane = { name: "programs", command: ["vitest", "run", "--tagsFilter=programs", ...given] };
const slice = { name: "slice on PostgreSQL", command: ["node", "scripts/lane.ts"] };

runAll(given.length > 0 ? [lane] : [lane, slice]);
