/** Signals during an apply: the requests in flight end, the rest is not tried, nothing is lost. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { runCli } from "../support/commands/cli.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { estate, leaseOf, serverForFile, style } from "./support.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";

const SLOW_MS = 400;
const { url, run } = serverForFile();

test.for(slice(["SIGINT", "SIGTERM"] as const, { test: 1 }))(
  "%s: exit 130, and going on later",
  async (signal) => {
    const name = signal.toLowerCase();
    const others = Array.from({ length: 7 }, (_unused, index) => `${name}-${index}`);
    const folder = estate(
      name,
      Object.fromEntries(
        others.flatMap((one) => [
          [`${one}.yaml`, style(one)],
          [`${one}.sld`, sld()],
        ]),
      ),
    );
    let writes = 0;
    let interrupt = () => undefined as unknown;
    const proxy = await startProxy(url(), async (request) => {
      if (!isCatalogWrite(request)) return;
      if (++writes === 4) interrupt();
      await pause(SLOW_MS);
    });
    const { code, stdout, stderr } = await runCli(["apply", folder, "--yes"], {
      url: proxy,
      onStart: (child) => (interrupt = () => child.kill(signal)),
    });
    expect({ code, stdout, stderr }).toMatchObject({
      code: 130,
      stdout: expect.stringMatching(/4 of 8 requests done/),
      stderr: expect.stringMatching(/Stopping after the requests in flight/),
    });
    // As many as may be under way together.
    expect(writes).toBe(4);
    expect(await leaseOf(url(), name)).toMatchObject({ number: 1, released: true });
    const rest = await run("plan", folder);
    expect(rest.stdout).toMatch(/Plan: 4 create, .* 4 unchanged/);
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  },
);

const recreated = (types: readonly string[]) => ({
  "w.yaml": `apiVersion: plumbline/v1\nkind: Workspace\nmetadata: { name: killed }\nspec: { namespace: "http://example.org/t" }\n`,
  "s.yaml": `apiVersion: plumbline/v1\nkind: AppSchemaStore\nmetadata: { workspace: killed, name: s }\nspec: { mapping: ./s.xml }\n`,
  "s.xml": mapping(types),
});

test.for(isProof ? [1, 2, 3, 4] : [2])(
  "killed at write %i of a recreate: the next apply brings back what was nobody's",
  { timeout: 60_000 },
  async (at) => {
    const folder = estate("killed", recreated(["t:A", "t:B"]));
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const send = (method: string, path: string, body?: string) =>
      fetch(`${url()}/rest${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const read = async (path: string) =>
      (await (await send("GET", path)).text()).replaceAll(/<date\w+>[^<]*<\/date\w+>/g, "");
    const layer = "<layer><defaultStyle><name>line</name></defaultStyle></layer>";
    expect((await send("PUT", "/layers/killed:A", layer)).status).toBe(200);
    const rules =
      '<rules><rule resource="*.*.r">*</rule><rule resource="*.*.w">ADMIN</rule><rule resource="killed.A.r">SOMEBODY</rule></rules>';
    expect((await send("POST", "/security/acl/layers", rules)).status).toBe(201);
    const shown = async () => [
      await read("/security/acl/layers.json"),
      await read("/layers/killed:A.xml"),
    ];
    const before = await shown();
    writeFiles(folder, recreated(["t:A", "t:C"]));
    let writes = 0;
    let kill = () => undefined as unknown;
    const proxy = await startProxy(url(), (request) => {
      if (isCatalogWrite(request) && ++writes === at) kill();
    });
    await runCli(["apply", folder, "--yes"], {
      url: proxy,
      onStart: (child) => (kill = () => child.kill("SIGKILL")),
    });
    expect(writes).toBe(at);
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    expect(await shown()).toEqual(before);
    expect(await run("plan", folder, "--detailed-exitcode")).toMatchObject({ code: 0 });
  },
);
