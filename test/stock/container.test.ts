/** The servlet container around the stock server: what it makes of addresses and refusals. */
import { describe, expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { stockServer } from "./server.ts";

const RULE = '<rules><rule resource="/pr/**:GET">R</rule></rules>';

describe("the container", () => {
  const RAW = "/security/acl/rest//pr/**:GET";
  const ENCODED = "/security/acl/rest/%252Fpr%252F**%253AGET";

  test.for([
    ["jetty", RAW, 200],
    ["jetty", ENCODED, 400],
    ["jetty", "/security/acl/rest/%2Fpr%2F**%3AGET", 400],
    ["jetty", "/security/acl/rest//layers/*?:GET", 422],
    ["tomcat", RAW, 200],
    ["tomcat", ENCODED, 200],
  ] as const)("%s: DELETE %s", async ([container, path, status]) => {
    const { app } = stockServer({ line: "3.0", container });
    const headers = { authorization: AUTHORIZATION };
    const posted = { ...headers, "content-type": "text/xml" };
    await app.inject({ method: "POST", url: "/rest/security/acl/rest", headers: posted, payload: RULE });
    const answer = await app.inject({ method: "DELETE", url: `/rest${path}`, headers });
    expect(answer.statusCode).toBe(status);
  });

  test("Jetty takes a question mark of a key once encoded", async () => {
    const { app, state } = stockServer({ line: "3.0" });
    state.rules.rest.set("/layers/*?:GET", ["R"]);
    const url = "/rest/security/acl/rest//layers/*%3F:GET";
    const answer = await app.inject({ method: "DELETE", url, headers: { authorization: AUTHORIZATION } });
    expect([answer.statusCode, state.rules.rest.has("/layers/*?:GET")]).toEqual([200, false]);
  });

  test.for([
    ["GET", "/security/acl/layers/none", 405, "application/problem+json", '{"detail":"Method \'GET\' is not supported.","instance":"/geoserver/rest/security/acl/layers/none","status":405,"title":"Method Not Allowed"}'],
    ["GET", "/nowhere", 404, "application/problem+json", '{"detail":"No endpoint GET /geoserver/rest/nowhere.","instance":"/geoserver/rest/nowhere","status":404,"title":"Not Found"}'],
    ["POST", "/security/roles/role/none/user/admin", 400, "text/html;charset=iso-8859-1", /<title>Error 400 Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details<\/title>/],
    ["DELETE", "/security/roles/role/none", 400, undefined, ""],
    ["DELETE", "/security/acl/layers/a.b.r", 404, "text/plain", "Rule not found: a.b.r"],
    ["POST", "/reload", 200, undefined, ""],
  ] as const)("Jetty: %s %s", async ([method, path, status, type, body]) => {
    const { app } = stockServer({ line: "3.0" });
    const answer = await app.inject({ method, url: `/rest${path}`, headers: { authorization: AUTHORIZATION } });
    const told = { status: answer.statusCode, type: answer.headers["content-type"], body: answer.body };
    expect(told).toEqual({ status, type, body: typeof body === "string" ? body : expect.stringMatching(body) });
  });
});

describe("a server of 2.28", () => {
  test.for([
    ["GET", "/resource/styles/foo.sld?operation=metadata&format=xml", 500, "text/plain", /cannot be cast/],
    ["GET", "/resource/www/none.png?operation=metadata&format=xml", 500, "text/html;charset=utf-8", /No converter/],
    ["GET", "/resource/www/none.json?operation=metadata&format=xml", 200, "application/json", /^\{"ResourceMetadata"/],
    ["GET", "//styles/", 200, "application/json", /^\{"styles"/],
    ["GET", "/styles.xyz", 406, undefined, /^$/],
    ["GET", "/security/usergroup/user/none/groups.json", 404, "text/html;charset=utf-8", /Provided username does not exist: none</],
    ["DELETE", "/security/acl/rest//pr/**:GET", 404, "text/plain", /^Rule not found: pr\/\*\*:GET$/],
    ["DELETE", "/security/acl/rest/%2Fpr%2F**%3AGET", 400, "text/html;charset=utf-8", /Invalid URI/],
    ["GET", "/nowhere", 404, "text/html;charset=utf-8", /Apache Tomcat/],
    ["GET", "/security/acl/layers/none", 405, undefined, /^$/],
    ["POST", "/security/roles/role/ADMIN", 404, "text/html;charset=utf-8", /Apache Tomcat/],
    ["DELETE", "/security/acl/rest/%252Fpr%252F**%253AGET", 500, "text/html;charset=utf-8", /potentially malicious/],
  ] as const)("%s %s", async ([method, path, status, type, body]) => {
    const { app } = stockServer({ line: "2.28" });
    const answer = await app.inject({ method, url: `/rest${path}`, headers: { authorization: AUTHORIZATION } });
    const told = { status: answer.statusCode, type: answer.headers["content-type"], body: answer.body };
    expect(told).toEqual({ status, type, body: expect.stringMatching(body) });
  });

  test("keeps what null is said of, and drops an element that it does not know", async () => {
    const { app, state } = stockServer({ line: "2.28" });
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const put = (url: string, payload: string) =>
      app.inject({ method: "PUT", url: `/rest${url}`, headers, payload });
    const versions = "<org.geotools.util.Version><version>1.1.1</version></org.geotools.util.Version>";
    const body = `<wms><title>Maps</title><disabledVersions>${versions}</disabledVersions></wms>`;
    expect((await put("/services/wms/settings", body)).statusCode).toBe(200);
    expect(state.services.get(":wms")?.has("disabledVersions")).toBe(false);
    expect(state.services.get(":wms")?.get("title")).toBe("Maps");
  });
});
