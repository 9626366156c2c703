/**
 * Connections that are closed as a request is on its way, as servers and what stands before them close those that rest: no
 * answer says whether the state of an estate was written, and the run goes on all the same.
 */
import { describe, expect, test } from "vitest";
import { estate, leaseOf, serverForFile, stateOf } from "../e2e/support.ts";
import { startProxy, type Fate } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";

const { url } = serverForFile();

/** Writes of the state in a run that makes something, in their order. */
const writes = [
  "lock",
  "claims",
  "inventory",
  "history",
  "the end of claims",
  "the end of the lock",
];

/** Applies an estate of its own through a proxy that closes the connection of one write of the state. */
async function applyClosing(name: string, at: number, fate: Fate) {
  let count = 0;
  const met: string[] = [];
  const proxy = await startProxy(url(), ({ method, path }) => {
    if (method === "GET" || !path.includes("/resource/plumbline/")) return undefined;
    met.push(path);
    return count++ === at ? fate : undefined;
  });
  const ran = await runHere(["apply", estate(name), "--yes"], { url: proxy });
  return { ran, met };
}

describe.for(["close before", "close after"] as const)("%s", (fate) => {
  test.for(writes.map((what, at) => [what, at] as const))("%s", async ([, at]) => {
    const name = `closed-${fate === "close before" ? "b" : "a"}-${at}`;
    const { ran, met } = await applyClosing(name, at, fate);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("Applied:") });
    expect(ran.stderr).not.toMatch(/warning|error/);
    expect(met).toHaveLength(writes.length + (fate === "close before" ? 1 : 0));
    expect(await leaseOf(url(), name)).toMatchObject({ number: 1, released: true });
    const { objects } = await stateOf(url(), name, "inventory.json");
    expect(objects).toHaveProperty([`Style/${name}`]);
    const { runs } = await stateOf(url(), name, "history.json");
    expect(runs).toHaveLength(1);
  });
});
