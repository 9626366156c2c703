import { defineConfig } from "vitest/config";
import { liveUrl } from "./test/live/settings.ts";
import { StartersFirst } from "./test/support/run/file-order.ts";
import { leftOut } from "./test/support/run/left-out.ts";
import { dearestFiles } from "./test/support/run/dearest-files.ts";

/** Whether a server was given that all files share: then they run one after the other. */
const isLive = liveUrl(process.env) !== undefined;

const isProof = process.env["PLUMBLINE_PROOF"] === "1";

/** Full counts take as long as the machine needs; whether they end is for whoever started them to see. */
const timeout = isProof ? 1_800_000 : isLive ? 600_000 : 60_000;

/** Files share one process: nothing in src/ keeps state in a module, and a test says so. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: [
      "test/support/run/memory-disk.ts",
      "test/support/run/compile-cache.ts",
      "test/support/run/bundle.ts",
      "test/live/setup.ts",
      "test/support/run/postgres-of-run.ts",
    ],
    setupFiles: ["test/support/run/cpu-time.ts"],
    isolate: false,
    // Node reads the sources as they are; nothing here mocks a module, which a transform would be for.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    fileParallelism: !isLive,
    // More than the cores of a small machine: a good part of the time is waiting, for deaths of processes and for clocks.
    maxWorkers: 3,
    sequence: { sequencer: StartersFirst },
    // Two lanes: `npm test` leaves these out, `npm run test:programs` runs them alone.
    tags: [{ name: "programs", description: "Tests that meet programs which a machine may have." }],
    reporters: ["default", dearestFiles, leftOut],
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 10_000,
    chaiConfig: { truncateThreshold: 400 },
  },
});
