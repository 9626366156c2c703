/** The port for translating styles: a server with a translator sends SLD of a CSS style. */
import { onTestFinished, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { prepareAdministrator } from "../../src/server/administrator.ts";
import { buildServer } from "../../src/server/app.ts";
import { prepareCatalog } from "../../src/server/catalog/start.ts";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { openStaging } from "../../src/server/plugins/staging.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { sld } from "../support/artefacts.ts";
import { AUTHORIZATION, PASSWORD, USER } from "../support/catalog.ts";
import { temporaryFolder } from "../support/folders.ts";

test("SLD of a CSS style comes from the translator, CSS and SLD styles as they are", async () => {
  const folder = temporaryFolder();
  const catalog = await openSqliteCatalog(folder, () => "2026-11-20T00:00:00.000Z");
  await catalog.write(serverOrigin, prepareCatalog);
  await prepareAdministrator(catalog, folder, { user: USER, password: secret(PASSWORD) });
  const app = await buildServer({
    catalog,
    dialect: "documented",
    seal: (text) => text,
    version: "0.0.0-test",
    staging: openStaging(folder, 0),
    sample: () => Promise.reject(new TypeError("nothing is sampled here")),
    translator: {
      cssToSld: async (css) => Buffer.from(sld({ name: Buffer.from(css).toString("utf8").trim() })),
    },
  });
  onTestFinished(async () => {
    await app.close();
    await catalog.close();
  });
  const headers = { authorization: AUTHORIZATION };
  const type = { "content-type": "application/vnd.geoserver.geocss+css" };
  const made = await app.inject({
    method: "POST",
    url: "/rest/styles?name=red",
    headers: { ...headers, ...type },
    payload: "* { mark: x }\n",
  });
  expect(made.statusCode).toBe(201);
  const get = (url: string) => app.inject({ method: "GET", url: `/rest/styles/${url}`, headers });
  const translated = await get("red.sld");
  expect(translated.body).toBe(sld({ name: "* { mark: x }" }));
  expect(translated.headers["content-type"]).toMatch(/^application\/vnd\.ogc\.sld\+xml/);
  expect(translated.headers.etag).toMatch(/^"sha256-/);
  expect((await get("red.css")).body).toBe("* { mark: x }\n");
  expect((await get("line.sld")).body).toMatch(/<LineSymbolizer>/);
  expect((await get("line.css")).statusCode).toBe(406);
});
