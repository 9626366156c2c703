/** The port for translating styles: a server with a translator sends SLD of a CSS style. */
import { onTestFinished, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { sld } from "../support/artefacts.ts";
import { AUTHORIZATION, CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/catalog.ts";
import { temporaryFolder } from "../support/folders.ts";

test("SLD of a CSS style comes from the translator, CSS and SLD styles as they are", async () => {
  const { app, close } = await openCatalogServer({
    folder: temporaryFolder(),
    dialect: "documented",
    administrator: { user: USER, password: secret(PASSWORD) },
    keystore: KEYSTORE,
    costs: CHEAP_COSTS,
    version: "0.0.0-test",
    translator: {
      cssToSld: async (css) => Buffer.from(sld({ name: Buffer.from(css).toString("utf8").trim() })),
    },
  });
  onTestFinished(close);
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
