/** A fault of the program while manifests are loaded: the plan ends with it, and so do the threads that were begun. */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { kinds } from "../../src/reconciler/kinds/registry.ts";
import { sld } from "../support/artefacts.ts";
import { connectTo, startCatalog } from "../support/catalog.ts";
import { runCli } from "../support/cli.ts";
import { estateOf } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";

const STYLES = 300;

function folderOfStyles(): string {
  const folder = temporaryFolder();
  for (let number = 0; number < STYLES; number++) {
    const name = `s${String(number).padStart(3, "0")}`;
    writeFiles(folder, {
      [`${name}.yaml`]: `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`,
      [`${name}.sld`]: sld({ colour: `#${String(number).padStart(6, "0")}` }),
    });
  }
  return folder;
}

/** Threads that begin during a test, and those of them that still run. */
function watchThreads() {
  const running = new Set<Worker>();
  let begun = 0;
  const onWorker = (worker: Worker) => {
    begun++;
    running.add(worker);
    worker.once("exit", () => running.delete(worker));
  };
  process.on("worker", onWorker);
  onTestFinished(() => void process.off("worker", onWorker));
  return { begun: () => begun, running: () => running.size };
}

afterEach(() => void vi.restoreAllMocks());

// With one processor nothing is read in threads.
describe.runIf(availableParallelism() > 1)("a plan of many new styles", () => {
  test.for(["in the middle of a load", "at its end"] as const)("fails %s", async (when) => {
    const { app } = await startCatalog();
    const connection = await connectTo(app);
    const folder = folderOfStyles();
    const threads = watchThreads();
    const style = kinds.get("Style") ?? expect.unreachable();
    const real = style.resolve;
    let count = 0;
    vi.spyOn(style, "resolve").mockImplementation(async (...given) => {
      // By then the state of the estate is read, and threads have begun.
      if (++count === 150) await expect.poll(threads.begun).toBeGreaterThan(0);
      if (count === (when === "at its end" ? STYLES : 200)) throw new TypeError("injected");
      return (await real?.(...given)) ?? expect.unreachable();
    });
    await expect(planEstate(estateOf(folder, {}), connection)).rejects.toThrow("injected");
    expect(threads.begun()).toBeGreaterThan(0);
    await expect.poll(threads.running).toBe(0);
  });
});

test("a command that is over ends its process, whatever is still open in it", async () => {
  const held = "data:text/javascript,setInterval(() => {}, 1e9)";
  const ran = await runCli(["version"], { env: { NODE_OPTIONS: `--import "${held}"` } });
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
});
