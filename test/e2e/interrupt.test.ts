/** Signals during an apply: the request in flight ends, the rest is not tried, nothing is lost. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { isCatalogWrite, startProxy } from "../support/proxy.ts";
import { slice } from "../support/scale.ts";
import { estate, leaseOf, serverForFile, style } from "./support.ts";
import { sld } from "../support/artefacts.ts";

const SLOW_MS = 400;
const { url, run } = serverForFile();

test.for(slice(["SIGINT", "SIGTERM"] as const, { test: 1 }))(
  "%s: exit 130, and going on later",
  async (signal) => {
    const name = signal.toLowerCase();
    const folder = estate(name, {
      "b.yaml": style(`${name}2`),
      [`${name}2.sld`]: sld(),
      "c.yaml": style(`${name}3`),
      [`${name}3.sld`]: sld(),
    });
    let writes = 0;
    let interrupt = () => undefined as unknown;
    const proxy = await startProxy(url(), async (request) => {
      if (!isCatalogWrite(request)) return;
      if (writes++ === 0) interrupt();
      await pause(SLOW_MS);
    });
    const { code, stdout, stderr } = await runCli(["apply", folder, "--yes"], {
      url: proxy,
      onStart: (child) => (interrupt = () => child.kill(signal)),
    });
    expect({ code, stdout, stderr }).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/1 of 3 requests done/),
      stderr: expect.stringMatching(/Stopping after the request in flight/),
    });
    expect(writes).toBe(1);
    expect(await leaseOf(url(), name)).toMatchObject({ number: 1, released: true });
    const rest = await run("plan", folder);
    expect(rest.stdout).toMatch(/Plan: 2 create, .* 1 unchanged/);
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  },
);
