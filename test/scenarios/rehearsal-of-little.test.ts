/** A rehearsal of little on a large catalog: the copy takes what the plan reaches, and asks within bounds. */
import { expect, onTestFinished, test } from "vitest";
import { http } from "../../src/model/limits.ts";
import { openSemaphore } from "../../src/model/semaphore.ts";
import { openCopyServer } from "../../src/rehearsal/copy-server.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { foretellAndApply } from "../support/commands/rehearsals.ts";
import { scale } from "../support/run/scale.ts";

const COUNT = scale({ test: 60, proof: 1_700 });

const nameOf = (index: number) => `s${String(index).padStart(4, "0")}`;

/** A catalog with many styles, and a folder that declares all of them, one in another colour. */
async function largeCatalog() {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const headers = {
    authorization: AUTHORIZATION,
    "content-type": "application/vnd.ogc.sld+xml",
  };
  const folder = temporaryFolder();
  const files: Record<string, string> = {};
  for (let index = 0; index < COUNT; index++) {
    const name = nameOf(index);
    const payload = sld({ name });
    await app.inject({
      method: "POST",
      url: `/rest/styles?name=${name}&raw=true`,
      headers,
      payload,
    });
    files[`${name}.yaml`] = manifest("Style", { name }, { source: `./${name}.sld` });
    files[`${name}.sld`] = index === 7 ? sld({ name, colour: "#123456" }) : payload;
  }
  writeFiles(folder, files);
  return { app, folder };
}

const VERSION: WireResponse = {
  status: 200,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(
    '<about><resource name="GeoServer"><Version>3.0.0</Version></resource></about>',
  ),
};

/** A stock server, by what it says of itself, that is asked by a few connections. */
function asStock(real: Transport): Transport {
  const { run } = openSemaphore(8);
  return async (request) => {
    if (request.path === "/about/version.xml") return VERSION;
    const { headers, ...response } = await run(() => real(request));
    const { etag: _hidden, ...shown } = headers;
    return { ...response, headers: shown };
  };
}

test("one style of many is rehearsed by a few requests beyond those of the plan", async () => {
  const { app, folder } = await largeCatalog();
  const connection = await connectTo(app, "test", asStock);
  const { planned, run } = await rehearse(estateOf(folder, {}), connection);
  expect(planned.plan?.steps.map(({ request }) => request.path)).toEqual([`/styles/${nameOf(7)}`]);
  expect(run).toMatchObject({ converged: true, notRehearsed: [], leftovers: [] });
  expect(run?.calls.map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toContain(
    `PUT /styles/${nameOf(7)}`,
  );
  // The plan reads each style once.
  expect(connection.log.length - COUNT).toBeLessThan(30);
}, 120_000);

test("what is adopted as it is, is recorded as predicted, whatever else the plan reaches", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" };
  const folder = temporaryFolder();
  for (const name of ["one", "other"])
    await app.inject({
      method: "POST",
      url: `/rest/styles?name=${name}`,
      headers,
      payload: sld({ name }),
    });
  const files = (name: string) => ({
    [`${name}.yaml`]: manifest("Style", { name }, { source: `./${name}.sld` }),
    [`${name}.sld`]: sld({ name }),
  });
  for (const names of [["one"], ["one", "other"], ["one", "other", "third"]]) {
    writeFiles(folder, Object.assign({}, ...names.map(files)));
    const { foretold, happened } = await foretellAndApply(app, estateOf(folder, {}));
    expect(foretold).toEqual(happened.filter((call) => !call.includes("/claims.json ")));
    expect(foretold.at(-1)).toMatch(/^PUT .*\/inventory\.json 20[01]$/);
  }
});

test("a copy is asked for more than a server takes at once, and answers all of it", async () => {
  const copy = await openCopyServer({
    dialect: "geoserver",
    account: "admin",
    keystorePassword: undefined,
    properties: undefined,
  });
  onTestFinished(copy.close);
  const request = { method: "GET", path: "/styles/point.xml" } as const;
  const many = Array.from({ length: http.requests + 40 }, () => request);
  const answers = await Promise.all(many.map(copy.exchange));
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
});
