/** Two stock servers that show the same hold the same, however they came to it. */
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { stockServer } from "./server.ts";
import { tell } from "./tell.ts";

test("what is set as it is by itself makes no other server of it", async () => {
  const { app, state } = stockServer();
  const send = async (method: "GET" | "POST" | "PUT", path: string, payload?: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/xml" };
    const given = payload === undefined ? {} : { payload };
    const answer = await app.inject({ method, url: `/geoserver${path}`, headers, ...given });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body;
  };
  const at = "/rest/workspaces/w/datastores";
  const connection = `<connectionParameters><entry key="dbtype">postgis</entry><entry key="host">h</entry></connectionParameters>`;
  const type = "<featureType><name>t</name></featureType>";
  const members = "<publishables><published>w:t</published></publishables>";
  await send("POST", "/rest/workspaces", "<workspace><name>w</name></workspace>");
  await send("POST", at, `<dataStore><name>d</name>${connection}</dataStore>`);
  await send("POST", `${at}/d/featuretypes`, type);
  await send("POST", "/rest/layergroups", `<layerGroup><name>g</name>${members}</layerGroup>`);
  const before = tell(state);
  for (const name of ["w:t", "g"]) {
    const tiles = await send("GET", `/gwc/rest/layers/${name}.xml`);
    await send("PUT", `/gwc/rest/layers/${name}`, tiles.replace(/<id>.*?<\/id>/, ""));
  }
  const usual = "<disableOnConnFailure>false</disableOnConnFailure><metadata/>";
  await send("PUT", `${at}/d`, `<dataStore>${usual}</dataStore>`);
  expect(tell(state)).toEqual(before);
});

test("who reads a style sheet as SLD makes no other server of it", async () => {
  const { app, state } = stockServer({ line: "3.0", container: "tomcat" });
  const headers = {
    authorization: AUTHORIZATION,
    "content-type": "application/vnd.geoserver.geocss+css",
  };
  const url = "/geoserver/rest/styles";
  await app.inject({ method: "POST", url: `${url}?name=red`, headers, payload: "* { mark: a; }" });
  const before = tell(state);
  const { statusCode } = await app.inject({ url: `${url}/red.sld`, headers });
  expect([statusCode, state.files.has("styles/red.sld")]).toEqual([200, true]);
  expect(tell(state)).toEqual(before);
  // Of a style that is gone it is left over.
  state.styles.delete(":red");
  expect([...tell(state).keys()]).toContain("files styles/red.sld");
  await app.close();
});
