import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Files share one process: nothing in src/ keeps state in a module, and a test says so. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/bundle.ts",
    isolate: false,
    fileParallelism: true,
    // At full counts a third of the time is waiting, for deaths of processes and for clocks.
    maxWorkers: process.env["PLUMBLINE_PROOF"] === "1" ? 3 : 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 10_000,
    chaiConfig: { truncateThreshold: 400 },
  },
});
