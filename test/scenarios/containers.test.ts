/**
 * Rules on requests are deleted whatever container a stock server runs in: their keys are paths, and
 * containers differ in the addresses that they take.
 */
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { containers, withRulesFile, type Container } from "../support/servers/containers.ts";
import { estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const rules = (...keys: readonly string[]) => ({
  "rules.yaml": manifest(
    "AccessRules",
    { name: "own" },
    {
      domain: "rest",
      mode: "merge",
      rules: Object.fromEntries(keys.map((key) => [key, ["ROLE_ADMINISTRATOR"]])),
    },
  ),
});

const KEPT = "/styles/**:GET";
const GONE = ["/layers/*?:GET", "/workspaces/**:GET,HEAD", "/workspaces/w/**:PUT"];

/** Applies rules and then fewer of them, through a container; gives the requests that delete. */
async function deleteRules(given: Container) {
  const { app, state } = stockServer({ line: "3.0", container: "tomcat" });
  const folder = temporaryFolder();
  const wait = async () => undefined;
  const wrap: Container = (real) => given(withRulesFile(state)(real));
  const apply = async () => {
    const connection = await connectTo(app, "test", wrap);
    const planned = await planEstate(
      estateOf(folder, { prune: "owned", allow: ["public-access", "over-limit"] }),
      connection,
    );
    connection.log.length = 0;
    const asked: string[] = [];
    const send: typeof connection.send = async (request) => {
      if (request.method !== "GET") asked.push(`${request.method} ${request.path}`);
      return connection.send(request);
    };
    const { inventory } = connection;
    const result = await applyPlan(planned, { send, inventory, wait });
    return { result, asked: asked.filter((one) => !one.includes("/plumbline/")), connection };
  };
  writeFiles(folder, rules(KEPT, ...GONE));
  await apply();
  writeFiles(folder, rules(KEPT));
  const done = await apply();
  const next = await planFolder(app, folder, { prune: "owned" });
  return { ...done, left: [...state.rules.rest.keys()], steps: next.plan?.steps };
}

/** How many requests each takes: the first refusal shows, for the rest of the run. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  "takes what is encoded twice": ["DELETE %252F", "DELETE %252F", "DELETE %252F"],
  "refuses what is encoded twice": ["DELETE %252F", "DELETE /", "DELETE /", "DELETE /"],
  "refuses empty segments too": ["DELETE %252F", "DELETE /", "PUT file", "PUT file", "PUT file"],
  "refuses what is encoded twice and drops empty segments": [
    "DELETE %252F",
    "DELETE /",
    "PUT file",
    "PUT file",
    "PUT file",
  ],
};

function spelling(asked: string): string {
  const [method = "", path = ""] = asked.split(" ");
  if (path.endsWith("/rest.properties")) return `${method} file`;
  const key = path.slice("/security/acl/rest/".length);
  return `${method} ${key.startsWith("%252F") ? "%252F" : key.slice(0, 1)}`;
}

test.for(Object.entries(containers))("%s", async ([name, given]) => {
  const { result, asked, left, steps } = await deleteRules(given);
  expect(result.converged).toBe(true);
  expect(left.filter((key) => GONE.includes(key))).toEqual([]);
  expect(left).toContain(KEPT);
  expect(left).toContain("/**:GET,HEAD,OPTIONS");
  expect(steps).toEqual([]);
  expect(asked.map(spelling)).toEqual(REQUESTS[name]);
});
