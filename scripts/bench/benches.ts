/** The benches, in the order in which all of them run. */
import { benchApply } from "./apply.ts";
import { benchConsole } from "./console.ts";
import { benchMosaic } from "./mosaic.ts";
import { benchNoOp } from "./no-op.ts";
import { benchReads } from "./reads.ts";
import { benchReport } from "./report.ts";
import { benchScale } from "./scale.ts";
import { benchSheets } from "./sheets.ts";
import { benchStartup } from "./startup.ts";
import { benchStock } from "./stock.ts";
import { benchStyles } from "./styles.ts";
import { benchTargets } from "./targets.ts";
import { benchWatch } from "./watch.ts";
import { benchWrites } from "./writes.ts";

/** A bench. */
export interface Bench {
  /** The first argument of `npm run bench --`; the plain one has none. */
  readonly name: string;
  /** What is measured and what stands beside it, for the page that keeps the figures. */
  readonly about: string;
  /** Measures, prints, and notes rows; `cli` is the command line that is measured. */
  readonly run: (cli: string, args: readonly string[]) => Promise<void> | void;
  /** Arguments of each of its runs among all; one without any where nothing is said. */
  readonly runs?: readonly (readonly string[])[];
  /** Whether a browser is needed. */
  readonly needsChromium?: boolean;
}

/** The argument of runs whose catalog is in PostgreSQL. */
export const ON_POSTGRES = "--postgres";

/** All of them. */
export const benches: readonly Bench[] = [
  {
    name: "",
    about:
      "Whole processes, started from nothing, beside a bare loop of the same HTTP client that writes or reads the same bodies on the same server, one write at a time, or that only loads the same manifests.",
    run: benchStyles,
  },
  {
    name: "apply",
    about:
      "A first apply to an empty server, beside loading the same manifests alone and the same writes sent bare with as many in flight.",
    run: benchApply,
    runs: [[], ["--sizes", "5000,50000"]],
  },
  {
    name: "no-op",
    about:
      "Plans over what nobody has changed, with what loading keeps, beside loading the same manifests alone and without that.",
    run: benchNoOp,
  },
  {
    name: "stock",
    about:
      "A plan over what nobody has changed on a server without digests, from its first request to its last, beside a bare loop that reads the same styles; a plan of many layers there.",
    run: benchStock,
  },
  {
    name: "reads",
    about:
      "Answers that nobody has changed, over 32 connections, beside a bare Fastify with @fastify/basic-auth that compares one keyed digest, sends the same bytes and logs nothing.",
    run: benchReads,
    runs: [[], [ON_POSTGRES]],
  },
  {
    name: "writes",
    about:
      "PUTs of styles of 1.6 KB, beside the same statements with one transaction each and beside the same PUTs on a disk that syncs nothing; GETs beside writers; a mixed load beside a bare route.",
    run: benchWrites,
    runs: [[], [ON_POSTGRES]],
  },
  {
    name: "scale",
    about: "A server of 100,000 styles from its start to two digests of all of them.",
    run: benchScale,
  },
  {
    name: "targets",
    about:
      "The same styles applied to many stock servers by one command and planned once more, beside a tenth of the servers.",
    run: benchTargets,
  },
  {
    name: "startup",
    about: "A start and a small plan, beside a Node that does nothing.",
    run: benchStartup,
  },
  {
    name: "watch",
    about: "From the save of a file to the end of its apply, in watch mode.",
    run: benchWatch,
  },
  { name: "sheets", about: "CSS styles made SLD, beside postcss alone.", run: benchSheets },
  {
    name: "mosaic",
    about:
      "The server with its own index: a harvest beside a loop that reads the same headers, and questions to an index of many rows, with and without HTTP, and to three servers that share one.",
    run: benchMosaic,
    runs: [[], [ON_POSTGRES]],
  },
  {
    name: "report",
    about: "A report page in Chromium, beside a page with the same text and nothing else.",
    run: benchReport,
    needsChromium: true,
  },
  {
    name: "console",
    about:
      "The console in Chromium, without a graphics card, while somebody moves its map, zooms, looks at places and steps through times; by the trace of the browser.",
    run: benchConsole,
    needsChromium: true,
  },
];
