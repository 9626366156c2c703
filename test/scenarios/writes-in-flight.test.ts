/** How many writes are under way together: the server's answers say. */
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isWrite } from "../support/servers/swallowing.ts";

const BUSY: WireResponse = { status: 503, headers: {}, body: new Uint8Array() };

function styles(count: number): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "style.sld": sld({ name: "style" }) });
  for (let index = 0; index < count; index++)
    writeFiles(folder, {
      [`style-${index}.yaml`]: `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: style-${index} }\nspec: { source: ./style.sld }\n`,
    });
  return folder;
}

/** Applies new styles; tells how many writes were under way when each began, and what became of it. */
async function apply(
  app: FastifyInstance,
  { count, writes, busyFrom }: { count: number; writes?: number; busyFrom?: number },
) {
  const begun: number[] = [];
  const refusedAt: number[] = [];
  let underWay = 0;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      if (!isWrite(request)) return real(request);
      begun.push(++underWay);
      try {
        // All that may begin beside it has begun.
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (underWay < (busyFrom ?? Infinity)) return await real(request);
        refusedAt.push(begun.length);
        return BUSY;
      } finally {
        underWay--;
      }
    };
  const connection = await connectTo(app, "test", wrap);
  const { send, inventory } = connection;
  const planned = await planEstate(estateOf(styles(count), {}), connection);
  // Long enough for what was under way beside a refused one to be answered.
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 25));
  const result = await applyPlan(planned, { send, inventory, writes, wait });
  expect(result.converged).toBe(true);
  return { begun, refusedAt };
}

const most = (counts: readonly number[]) => Math.max(...counts);

test("at the included server they become more while it answers", async () => {
  const { app } = await startCatalog();
  const { begun } = await apply(app, { count: 120 });
  expect(most(begun.slice(0, 4))).toBe(4);
  // One more for each answer: a server that is not busy has all it takes before it has answered often.
  expect(most(begun.slice(0, 60))).toBeGreaterThan(20);
  expect(most(begun)).toBeLessThanOrEqual(32);
});

test("a server without time is sent half as many, and everything is done in the end", async () => {
  const { app } = await startCatalog();
  const { begun, refusedAt } = await apply(app, { count: 120, busyFrom: 8 });
  const [first = 0] = refusedAt;
  expect(first).toBeGreaterThan(0);
  expect(most(begun.slice(0, first))).toBe(8);
  // What begins next is one of half as many.
  expect(most(begun.slice(first + 1, first + 5))).toBeLessThanOrEqual(5);
  // One more may begin before a refusal is heard; without slowing down there would be 32.
  expect(most(begun)).toBeLessThanOrEqual(10);
});

test("a stock server is sent one at a time, or as many as were asked for", async () => {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  expect(most((await apply(app, { count: 6 })).begun)).toBe(1);
  const other = stockServer();
  onTestFinished(() => other.app.close());
  expect(most((await apply(other.app, { count: 20, writes: 3 })).begun)).toBe(3);
});
