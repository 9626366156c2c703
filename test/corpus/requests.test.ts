/** What kinds say of the requests they make, held against the plans of all cases. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifestKinds } from "../../src/reconciler/manifest/parse.ts";
import { routePattern, type PathName } from "../../src/wire/paths.ts";
import { root } from "../support/project/sources.ts";

/** Method and path of every request in a golden plan. */
function requestsIn(plan: string): readonly string[] {
  const lines = plan.matchAll(/^\s+\d+\. (POST|PUT|DELETE) ([^\s?]+)/gm);
  return [...lines].map(([, method, path]) => `${method} ${path}`);
}

/** What a request of these may look like. */
function shapeOf(request: string): RegExp {
  const [method = "", name = ""] = request.split(" ");
  const path = routePattern(name as PathName)
    .replaceAll(/:\w+/g, "[^/]+")
    .replace("*", ".+");
  return new RegExp(`^${method} ${path}(?:\\.xml)?$`);
}

const plans = globSync(join(root, "test/corpus/cases/*/plan*.txt"));
const sent = new Set(plans.flatMap((plan) => requestsIn(readFileSync(plan, "utf8"))));
const said = [...manifestKinds.values()].flatMap(({ name, manifest }) =>
  (manifest?.requests ?? []).map((request) => ({ name, request, shape: shapeOf(request) })),
);

test("every request of every plan is one that a kind says it makes", () => {
  expect(sent.size).toBeGreaterThan(100);
  const unsaid = [...sent].filter((request) => !said.some(({ shape }) => shape.test(request)));
  expect(unsaid).toEqual([]);
});

test("every request that a kind says it makes is in a plan", () => {
  const never = said.filter(({ shape }) => ![...sent].some((request) => shape.test(request)));
  expect(never.map(({ name, request }) => `${name}: ${request}`)).toEqual([]);
});
