/** How a stock server draws a layer that it makes: by the geometry of its feature type. */
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { stockServer } from "./server.ts";

test.for([
  ["Point", ":point"],
  ["MultiLineString", ":line"],
  ["MultiPolygon", ":polygon"],
  ["Geometry", ":generic"],
  [undefined, ":line"],
  ["view of Polygon", ":polygon"],
] as const)("%s", async ([geometry, style]) => {
  const { app, state } = stockServer();
  const send = async (path: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const answer = await app.inject({ method: "POST", url: `/rest${path}`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(201);
  };
  const connection = `<connectionParameters><entry key="dbtype">postgis</entry><entry key="host">h</entry><entry key="database">d</entry></connectionParameters>`;
  const binding = `<binding>org.locationtech.jts.geom.${geometry}</binding>`;
  const columns = `<attributes><attribute><name>g</name>${binding}</attribute></attributes>`;
  const view = `<metadata><entry key="JDBC_VIRTUAL_TABLE"><virtualTable><name>t</name><sql>select 1</sql><geometry><name>g</name><type>${geometry?.slice(8)}</type><srid>4326</srid></geometry></virtualTable></entry></metadata>`;
  const said = geometry?.startsWith("view") === true ? view : columns;
  const body = `<featureType><name>t</name>${geometry === undefined ? "" : said}</featureType>`;
  await send("/workspaces", "<workspace><name>w</name></workspace>");
  await send("/workspaces/w/datastores", `<dataStore><name>d</name>${connection}</dataStore>`);
  await send("/workspaces/w/datastores/d/featuretypes", body);
  expect(state.layers.get("w:t")?.defaultStyle).toBe(style);
  const url = "/rest/workspaces/w/datastores/d/featuretypes/t.xml";
  const shown = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
  const type = geometry?.replace("view of ", "") ?? "MultiLineString";
  expect(shown.body).toContain(`<binding>org.locationtech.jts.geom.${type}</binding>`);
  await app.close();
});
