/** Rules on services and requests that open something to everybody wait until that is allowed. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { document, startPasses, type Files } from "../support/estates/passes.ts";
import { oneByFile } from "../support/run/scale.ts";

const rules = (
  domain: string,
  scope: readonly string[],
  own: Readonly<Record<string, readonly string[]>>,
): Files => ({
  "r.yaml": document(
    "AccessRules",
    { name: "r" },
    { domain, mode: "exclusive", scope, rules: own },
  ),
});

const ADMINS = ["ADMIN", "ROLE_ADMINISTRATOR"];

/** What is there, what is wanted, and what it opens; undefined when it opens nothing. */
const changes: Readonly<Record<string, readonly [Files, Files, string | undefined]>> = {
  "a service for everybody": [
    rules("services", ["wfs.*"], { "wfs.*": ["ROLE_A"] }),
    rules("services", ["wfs.*"], { "wfs.*": ["*"] }),
    "rule on services wfs.*",
  ],
  "an operation of a service that is not": [
    rules("services", ["wfs.*"], { "wfs.*": ["ROLE_A"] }),
    rules("services", ["wfs.*"], { "wfs.*": ["ROLE_A"], "wfs.GetFeature": ["*"] }),
    "rule on services wfs.GetFeature",
  ],
  "a service without a rule any more": [
    rules("services", ["wms.*"], { "wms.*": ["ROLE_A"], "wms.GetMap": ["ROLE_A"] }),
    rules("services", ["wms.*"], { "wms.GetMap": ["ROLE_A"] }),
    "rule on services wms.*",
  ],
  "a service that was open anyway": [
    rules("services", ["wms.*"], { "wms.GetMap": ["ROLE_A"] }),
    rules("services", ["wms.*"], { "wms.GetMap": ["ROLE_A"], "wms.GetLegend": ["*"] }),
    undefined,
  ],
  "requests for everybody": [
    rules("rest", ["/styles/**"], { "/styles/**:GET": ADMINS }),
    rules("rest", ["/styles/**"], { "/styles/**:GET": ["*"] }),
    "rule on requests /styles/**:GET",
  ],
  "requests for another role": [
    rules("rest", ["/styles/**"], { "/styles/**:GET": ADMINS }),
    rules("rest", ["/styles/**"], { "/styles/**:GET": [...ADMINS, "ROLE_A"] }),
    undefined,
  ],
};

describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
  test.for(Object.entries(changes))("%s", async ([_name, [before, after, opened]]) => {
    const target = await startPasses(dialect);
    await target.converge(before, { allow: ["public-access"] });
    const { planned, writes } = await target.apply(after);
    const told = planned.plan?.blocks.map(({ name, message }) => `${name}: ${message}`) ?? [];
    if (opened === undefined) {
      expect([told, writes.length > 0]).toEqual([[], true]);
      return;
    }
    expect(told).toEqual([`public-access: Access widens for every account: ${opened}`]);
    expect(writes).toEqual([]);
    await target.converge(after, { allow: ["public-access"] });
  });
});
