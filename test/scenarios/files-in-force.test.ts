/**
 * What brings files into force: a request after all files of a plan, for new content and for deletions, that no end of
 * a run in between makes Plumbline forget.
 */
import { describe, expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, startCatalog, writesIn } from "../support/servers/catalog.ts";
import {
  applyFolder,
  estateOf,
  planFolder,
  type EstateOptions,
} from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const OPTIONS: EstateOptions = { prune: "owned", allow: ["over-limit"] };

const file = (name: string, after?: string) =>
  manifest("File", { name }, { source: "./content", ...(after === undefined ? {} : { after }) });
const anchor = manifest("Workspace", { name: "anchor" }, {});

const open = async (target: "ours" | "stock") =>
  target === "ours" ? (await startCatalog()).app : stockServer().app;

describe.for(["ours", "stock"] as const)("on a server: %s", (target) => {
  const begin = async () => {
    const app = await open(target);
    const folder = temporaryFolder();
    const write = (content: string, ...manifests: readonly string[]) =>
      writeFiles(folder, { "estate.yaml": [anchor, ...manifests].join("\n---\n"), content });
    const apply = async () => {
      const { planned, result, writes, bookkeeping } = await applyFolder(app, folder, OPTIONS);
      expect(planned.diagnostics).toEqual([]);
      expect(result?.converged).toBe(true);
      return {
        sent: writes.map(({ request: { method, path } }) => `${method} ${path}`),
        bookkeeping,
      };
    };
    /** A run whose requests meet a fault. */
    const run = async (wrap: (real: Transport) => Transport, interrupted = () => false) => {
      const connection = await connectTo(app, "test", wrap);
      const planned = await planEstate(estateOf(folder, OPTIONS), connection);
      const { send, inventory } = connection;
      const result = await applyPlan(planned, {
        send,
        inventory,
        interrupted,
        wait: async () => {},
      });
      expect(result.converged).toBe(false);
      return writesIn(connection.log).catalog.map(({ request }) => request.path);
    };
    const planned = async () =>
      (await planFolder(app, folder, OPTIONS)).plan?.steps.map(({ summary }) => summary) ?? [];
    return { write, apply, run, planned };
  };

  test("a change and a deletion send it, once for all files", async () => {
    const { write, apply } = await begin();
    const files = [file("www/a.txt", "reset"), file("www/b.txt", "reset"), file("www/c.txt")];
    const tiles = file("layouts/d.xml", "gwc-reload");
    write("one", ...files, tiles);
    expect((await apply()).sent.slice(-2)).toEqual(["POST /gwc/rest/reload", "POST /reset"]);
    write("two", ...files, tiles);
    expect((await apply()).sent.length).toBe(6);
    write("two", ...files.slice(1));
    expect((await apply()).sent).toEqual([
      "DELETE /resource/layouts/d.xml",
      "DELETE /resource/www/a.txt",
      "POST /gwc/rest/reload",
      "POST /reset",
    ]);
    write("two", file("www/b.txt", "reset"));
    expect((await apply()).sent).toEqual(["DELETE /resource/www/c.txt"]);
  });

  test("what a run does not come to, the next one sends, and then nobody", async () => {
    const { write, apply, run } = await begin();
    write("one", file("www/a.txt", "reset"));
    let isWritten = false;
    const watching =
      (real: Transport): Transport =>
      async (request) => {
        isWritten ||= request.path === "/resource/www/a.txt" && request.method === "PUT";
        return real(request);
      };
    expect((await run(watching, () => isWritten)).at(-1)).toBe("/resource/www/a.txt");
    expect((await apply()).sent).toEqual(["POST /reset"]);
    const { sent, bookkeeping } = await apply();
    expect([sent, bookkeeping]).toEqual([[], []]);
  });

  test("nor is it lost where the run is killed, or the deletion is what it was for", async () => {
    const { write, apply, run } = await begin();
    write("one", file("www/a.txt", "reset"), file("www/b.txt", "reload"));
    await apply();
    write("two", file("www/a.txt", "reset"));
    let answers = 2;
    const cutOff =
      (real: Transport): Transport =>
      async (request) => {
        const isChange = request.path.startsWith("/resource/www") && request.method !== "GET";
        if (answers <= 0) throw new Error("connection reset");
        const answer = await real(request);
        if (isChange) answers--;
        return answer;
      };
    await run(cutOff);
    const { sent } = await apply();
    expect(sent.toSorted()).toEqual(["POST /reload", "POST /reset"]);
    expect((await apply()).sent).toEqual([]);
  });

  test("and it is told in the same words, however often a run is killed before it", async () => {
    const { write, run, planned } = await begin();
    write("one", file("www/a.txt", "reset"));
    const killedAt =
      (path: string) =>
      (real: Transport): Transport => {
        let isOver = false;
        return async (request) => {
          isOver ||= request.path === path && request.method !== "GET";
          if (isOver && request.path !== "/resource/www/a.txt") throw new Error("connection reset");
          return real(request);
        };
      };
    await run(killedAt("/resource/www/a.txt"));
    const [told] = await planned();
    expect(told).toMatch(/, which the last run did not$/);
    await run(killedAt("/reset"));
    expect(await planned()).toEqual([told]);
  });

  test("what nothing asks for any more, because it was refused, is not sent later", async () => {
    const { write, apply, run } = await begin();
    write("one", file("www/a.txt", "reset"));
    const refusing =
      (real: Transport): Transport =>
      async (request) =>
        request.path === "/resource/www/a.txt" && request.method === "PUT"
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : real(request);
    await run(refusing);
    write("one");
    expect((await apply()).sent).toEqual([]);
  });
});
