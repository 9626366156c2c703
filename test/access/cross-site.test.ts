/**
 * Writes that a page of another site makes somebody's browser send, with the credentials that it keeps
 * (docs/compatibility.md, "Pages of other sites"). The table is written by hand.
 */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";

const HOST = "maps.example.org:8600";

/** What browsers say of where a request comes from, and whether it may write. */
const origins: readonly (readonly [headers: Readonly<Record<string, string>>, may: boolean])[] = [
  [{}, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "None " }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "same-origin, cross-site" }, false],
  [{ "sec-fetch-site": "" }, false],
  [{ origin: `http://${HOST}` }, true],
  [{ origin: `http://${HOST.toUpperCase()}` }, true],
  // Something in between may end TLS without a word of it.
  [{ origin: `https://${HOST}` }, true],
  [{ origin: "http://maps.example.org" }, false],
  [{ origin: "http://maps.example.org:8601" }, false],
  [{ origin: `http://evil.example:8600` }, false],
  [{ origin: `http://${HOST}.evil.example` }, false],
  [{ origin: `http://${HOST}, http://evil.example` }, false],
  [{ origin: `ftp://${HOST}` }, false],
  [{ origin: "null" }, false],
  [{ origin: "" }, false],
  [{ origin: "about:blank" }, false],
  [{ origin: `http://${HOST}`, "sec-fetch-site": "same-origin" }, true],
  [{ origin: `http://${HOST}`, "sec-fetch-site": "cross-site" }, false],
  [{ origin: "http://evil.example", "sec-fetch-site": "same-origin" }, false],
  [{ origin: "null", "sec-fetch-site": "none" }, false],
  // Nobody vouches for these.
  [{ origin: "http://evil.example", "x-forwarded-host": "evil.example" }, false],
];

const writes = [
  ["POST", "/rest/security/roles/role/EVIL"],
  ["PUT", "/rest/workspaces/none"],
  ["DELETE", "/rest/styles/none"],
  ["PATCH", "/rest/styles/none"],
  ["POST", "/geoserver/rest/reload"],
  ["POST", "/rest/nowhere"],
  ["POST", "/"],
] as const;

const types = [
  undefined,
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/json",
];

describe.for(dialects)("%s", (dialect) => {
  test("what may write, and what may not", async () => {
    const { app } = await startCatalog({ dialect });
    let turn = 0;
    for (const [headers, may] of origins) {
      for (const [method, url] of writes) {
        const type = types[turn++ % types.length];
        const answer = await app.inject({
          method,
          url,
          headers: {
            host: HOST,
            authorization: AUTHORIZATION,
            ...(type === undefined ? {} : { "content-type": type }),
            ...headers,
          },
          payload: type === undefined ? "" : "x",
        });
        const what = `${method} ${url} ${type} ${JSON.stringify(headers)}: ${answer.body}`;
        if (may) expect(answer.statusCode, what).not.toBe(403);
        else {
          expect(answer.statusCode, what).toBe(403);
          expect(answer.body, what).toMatch(/^A page of another site may not write here: /);
        }
      }
    }
  });

  test("reading is left to what browsers allow", async () => {
    const { app } = await startCatalog({ dialect });
    const headers = {
      authorization: AUTHORIZATION,
      origin: "null",
      "sec-fetch-site": "cross-site",
    };
    for (const method of ["GET", "HEAD", "OPTIONS"] as const) {
      const answer = await app.inject({ method, url: "/rest/styles.json", headers });
      expect(answer.statusCode).not.toBe(403);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  test("nobody is reported more than that credentials are needed", async () => {
    const { app } = await startCatalog({ dialect });
    const headers = { origin: "http://evil.example" };
    const answer = await app.inject({ method: "POST", url: "/rest/reload", headers });
    expect(answer.statusCode).toBe(401);
  });
});

test("a form of another site makes nobody an administrator", async () => {
  const { app } = await startCatalog();
  const send = (method: "GET" | "POST", url: string, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url: `/rest${url}`,
      headers: { authorization: AUTHORIZATION, ...headers },
    });
  const user = { "content-type": "application/json" };
  const body = { userName: "eve", password: "a password of eve", enabled: true };
  await app.inject({
    method: "POST",
    url: "/rest/security/usergroup/users",
    headers: { authorization: AUTHORIZATION, ...user },
    payload: JSON.stringify({ user: body }),
  });
  const path = "/security/roles/role/ADMIN/user/eve";
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const evil = await send("POST", path, { ...form, origin: "http://evil.example" });
  expect(evil.statusCode).toBe(403);
  expect((await send("GET", "/security/roles/user/eve.json")).body).not.toContain("ADMIN");
  expect((await send("POST", path, form)).statusCode).toBe(200);
  expect((await send("GET", "/security/roles/user/eve.json")).body).toContain("ADMIN");
});

describe("behind a proxy", () => {
  const attempt = async (
    options: Parameters<typeof startCatalog>[0],
    headers: Record<string, string>,
    remoteAddress = "10.1.2.3",
  ) => {
    const { app } = await startCatalog(options);
    const all = { host: "catalog:8600", authorization: AUTHORIZATION, ...headers };
    const url = "/rest/reload";
    return (await app.inject({ method: "POST", url, remoteAddress, headers: all })).statusCode;
  };
  const forwarded = { "x-forwarded-host": "maps.example.org", "x-forwarded-proto": "https" };
  const trusting = { trustedProxies: ["10.0.0.0/8"] };
  test.for([
    ["that is trusted, its word counts", trusting, forwarded, "https://maps.example.org", 200],
    ["and not that of others", trusting, forwarded, "https://evil.example", 403],
    ["the scheme is part of it", trusting, forwarded, "http://maps.example.org", 403],
    ["one that is not is not believed", {}, forwarded, "https://maps.example.org", 403],
    [
      "but may end TLS and leave the host as it was",
      {},
      { host: "maps.example.org", "x-forwarded-proto": "https" },
      "https://maps.example.org",
      200,
    ],
    [
      "what the operator says counts without a proxy's word",
      { publicUrl: "https://maps.example.org/catalog" },
      {},
      "https://maps.example.org",
      200,
    ],
    [
      "and for nothing else",
      { publicUrl: "https://maps.example.org" },
      {},
      "https://maps.example.org:444",
      403,
    ],
  ] as const)("%s", async ([_name, options, headers, origin, status]) => {
    expect(await attempt(options, { ...headers, origin })).toBe(status);
  });

  test("somebody from elsewhere is no proxy", async () => {
    const headers = { ...forwarded, origin: "https://maps.example.org" };
    expect(await attempt(trusting, headers, "192.0.2.7")).toBe(403);
  });
});
