/** The commands around an estate against a stock server: no conditions, no digests, pages for refusals. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../support/commands/run-here.ts";
import { stockServer } from "../stock/server.ts";
import { estate } from "./support.ts";

const { app } = stockServer({ line: "3.0", firewall: true });
let url = "";
beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/geoserver`;
});
afterAll(() => app.close());

const here = (...args: string[]) => runHere(args, { url });

test("looked at, locked, applied, remembered and ended", async () => {
  const folder = estate("stock");
  const doctor = await here("doctor", folder);
  expect(doctor).toMatchObject({ code: 0, stderr: "" });
  expect(doctor.stdout).toContain("version     GeoServer 3.0-SNAPSHOT, dialect geoserver\n");
  expect(doctor.stdout).toContain("extensions  app-schema, css, ysld, mbstyle\n");
  expect(await here("lock", folder, "--take", "--reason", "a look")).toMatchObject({ code: 0 });
  expect(await here("apply", folder, "--yes")).toMatchObject({ code: 5 });
  const { stdout } = await here("lock", folder, "-o", "json");
  const { lease } = JSON.parse(stdout) as { readonly lease: { readonly id: string } };
  await here("unlock", folder, "--force", lease.id);
  expect(await here("apply", folder, "--yes")).toMatchObject({ code: 0 });
  expect(await here("destroy", folder, "--confirm", "stock")).toMatchObject({ code: 0 });
  expect(await here("plan", folder)).toMatchObject({ stdout: expect.stringContaining("1 create") });
  const history = await here("history", "-p", folder, "-o", "json");
  expect(JSON.parse(history.stdout)).toMatchObject({
    runs: [
      { command: "destroy", result: "applied" },
      { command: "apply", result: "applied" },
    ],
  });
  expect(await here("approve", "-p", folder)).toMatchObject({ code: 0 });
}, 60_000);
