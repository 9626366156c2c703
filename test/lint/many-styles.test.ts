/** Plans of many new styles: their contents are read in threads, and what is said of them is the same. */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { sld } from "../support/artefacts.ts";
import { connectTo, startCatalog } from "../support/catalog.ts";
import { applyFolder, estateOf } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";

const COUNT = 150;

/** Of each ten one is broken, one has a mistake in it, and one is a sheet with one. */
function contentOf(index: number): { readonly name: string; readonly text: string } {
  const name = `s${String(index).padStart(3, "0")}`;
  const text = sld({ name });
  if (index % 10 === 3) return { name: `${name}.sld`, text: text.replace("</UserStyle>", "") };
  if (index % 10 === 5)
    return { name: `${name}.sld`, text: text.replaceAll("LineSymbolizer", "LineSymboliser") };
  if (index % 10 === 7) return { name: `${name}.css`, text: `* { stroke: red; wdth: ${index}; }` };
  return { name: `${name}.sld`, text };
}

function folderOf(count: number): string {
  const folder = temporaryFolder();
  const files = Array.from({ length: count }, (_unused, index) => contentOf(index));
  writeFiles(folder, Object.fromEntries(files.map(({ name, text }) => [name, text])));
  for (const { name } of files)
    writeFiles(folder, {
      [`${name}.yaml`]: `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name.replace(/\.\w+$/, "")} }\nspec: { source: ./${name} }\n`,
    });
  return folder;
}

/** Listens for threads as long as a test runs. */
function onThread(hear: (thread: Worker) => void): void {
  process.on("worker", hear);
  onTestFinished(() => void process.off("worker", hear));
}

/** What a plan of all says of each, and what its requests are sent as, where the estate owns the first. */
async function planned(count: number) {
  const { app } = await startCatalog();
  await applyFolder(app, folderOf(1));
  const folder = folderOf(count);
  const { diagnostics, plan } = await planEstate(estateOf(folder, {}), await connectTo(app));
  const told = diagnostics.map(({ code, address, where }) => `${address} ${code} ${where?.line}`);
  return { told: told.toSorted(), types: plan?.steps.map(({ request }) => request.mediaType) };
}

const wanted = (count: number) =>
  Array.from({ length: count }, (_unused, index) => index).flatMap((index) => {
    const address = `Style/s${String(index).padStart(3, "0")}`;
    const said: Readonly<Record<number, string>> = {
      3: "style-invalid 5",
      5: "passed-over 3",
      7: "passed-over 1",
    };
    const text = said[index % 10];
    return text === undefined ? [] : [`${address} ${text}`];
  });

test("many contents are read in threads, which end with the plan", async () => {
  const threads: Worker[] = [];
  onThread((thread) => threads.push(thread));
  const { told, types } = await planned(COUNT);
  expect(told).toEqual(wanted(COUNT));
  expect(types).toHaveLength(COUNT * 0.9 - 1);
  expect(threads.length).toBe(Math.min(2, availableParallelism() - 1));
  expect(threads.map(({ threadId }) => threadId)).toEqual(threads.map(() => -1));
});

test("few are not", async () => {
  const threads: Worker[] = [];
  onThread((thread) => threads.push(thread));
  expect((await planned(20)).told).toEqual(wanted(20));
  expect(threads).toEqual([]);
});

test("what a thread does not come to is read without it", async () => {
  onThread((thread) => void thread.terminate());
  expect((await planned(COUNT)).told).toEqual(wanted(COUNT));
});

describe("while manifests are loaded", () => {
  const LOADED = 1_500;

  /** What comes first: a thread, or the question what the server has, which follows the load. */
  async function firstOf(app: FastifyInstance) {
    const order: string[] = [];
    onThread(() => order.push("thread"));
    const connection = await connectTo(app, "test", (real) => (request) => {
      if (request.path.startsWith("/plumbline/digest")) order.push("digest");
      return real(request);
    });
    const { diagnostics } = await planEstate(estateOf(folderOf(LOADED), {}), connection);
    const told = diagnostics.map(({ code, address, where }) => `${address} ${code} ${where?.line}`);
    expect(told.toSorted()).toEqual(wanted(LOADED).toSorted());
    return order[0];
  }

  test.runIf(availableParallelism() > 1)(
    "contents are read in a thread where an estate owns nothing",
    async () => {
      const { app } = await startCatalog();
      expect(await firstOf(app)).toBe("thread");
    },
  );

  test("what that thread does not come to is read without it", async () => {
    const { app } = await startCatalog();
    onThread((thread) => void thread.terminate());
    await firstOf(app);
  });

  test("none is where it owns something, so that most may be there", async () => {
    const { app } = await startCatalog();
    await applyFolder(app, folderOf(1));
    expect(await firstOf(app)).toBe("digest");
  });
});
