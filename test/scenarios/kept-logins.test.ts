/** Other roles of an account: a stock server keeps the old ones of who has logged in, and a plan says so. */
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const PASSWORD = "slates and shingles";

function estate(spec: object): string {
  const folder = temporaryFolder();
  const password = { fromFile: "./password.txt" };
  writeFiles(folder, {
    "u.yaml": manifest("User", { name: "ann" }, { password, ...spec }),
    "password.txt": PASSWORD,
  });
  return folder;
}

const applied = async (app: FastifyInstance, spec: object) => {
  const { planned, result, writes } = await applyFolder(app, estate(spec));
  expect(result?.converged, JSON.stringify(planned.diagnostics)).toBe(true);
  expect(writes.map(({ request }) => request.path)).not.toContain("/reload");
  return planned.plan?.consequences ?? [];
};

const NOTE =
  /^A GeoServer keeps the roles of an account that has logged in, .* the other roles of ann are in force after that, or after POST \/reload, which is not sent$/;

test("a plan for a stock server says it once, of other roles and nothing else", async () => {
  const { app } = stockServer();
  const asAnn = async () => {
    const authorization = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString("base64")}`;
    return (await app.inject({ url: "/rest/fonts", headers: { authorization } })).statusCode;
  };
  expect(await applied(app, { roles: ["ADMIN"] })).toEqual([]);
  expect(await asAnn()).toBe(200);
  expect(await applied(app, { roles: [] })).toEqual([expect.stringMatching(NOTE)]);
  expect(await asAnn()).toBe(200);
  const headers = { authorization: AUTHORIZATION };
  await app.inject({ method: "POST", url: "/rest/reload", headers });
  expect(await asAnn()).toBe(403);
  expect(await applied(app, { roles: ["ADMIN"] })).toEqual([expect.stringMatching(NOTE)]);
  expect(await applied(app, { roles: [], enabled: false })).toEqual([]);
  expect(await asAnn()).toBe(401);
});

test("the included server looks them up with every request", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  await applied(app, { roles: ["ADMIN"] });
  expect(await applied(app, { roles: [] })).toEqual([]);
});
