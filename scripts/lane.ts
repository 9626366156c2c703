/**
 * The tables of the interface and the corpus once more, with the catalogs of all servers in PostgreSQL
 * (test/support/databases/postgres-catalogs.ts). Says so, and ends well, where this machine has none.
 *
 *   npm run test:postgres               a slice
 *   npm run test:postgres -- --whole    all files; with PLUMBLINE_PROOF=1 at their full counts
 *   npm run test:postgres -- FILES      these files
 */
import { postgresPrograms } from "../test/support/databases/postgres-programs.ts";
import { runAll } from "./run.ts";

const WHOLE = ["test/contract", "test/access", "test/corpus"];

/** Files whose answers depend most on what a database does: orders, revisions, conditions, kept answers, accounts. */
const SLICE = [
  ...["digests", "etags", "coverages", "audit"].map((name) => `test/contract/${name}`),
  ...["visibility", "groups"].map((name) => `test/access/${name}`),
];

const given = process.argv.slice(2);
const files = given.includes("--whole") ? WHOLE : given.length > 0 ? given : SLICE;

if (postgresPrograms() === undefined)
  process.stderr.write(`SKIPPED, no PostgreSQL on this machine: ${files.join(" ")}\n`);
else
  runAll([
    {
      name: "catalogs in PostgreSQL",
      command: ["vitest", "run", ...files],
      env: { PLUMBLINE_TEST_CATALOG: "postgres" },
    },
  ]);
