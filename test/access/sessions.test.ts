/** Sessions of the console: what begins one, what it is good for, and what ends it (docs/compatibility.md, "Console"). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { session as limits } from "../../src/model/limits.ts";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { testOfFolder } from "../support/databases/postgres-catalogs.ts";
import { askWith, cookieIn, logIn, SESSION } from "../support/servers/sessions.ts";

const MINUTE = 60_000;
const XML = { "content-type": "text/xml" };

/** A server whose clock the test moves. */
async function open(options: Parameters<typeof startCatalog>[0] = {}) {
  let time = Date.parse("2026-11-23T10:00:00Z");
  const now = () => new Date(time).toISOString();
  const catalog = await startCatalog({ now, ...options });
  return { ...catalog, now, wait: (milliseconds: number) => void (time += milliseconds) };
}

describe("a session", () => {
  test("begins with a password, is good for the interface, and ends with a logout", async () => {
    const { app } = await open();
    const cookie = await logIn(app);
    for (const url of ["/rest/styles.json", "/geoserver/rest/styles.json", "/gwc/rest/gridsets"])
      expect((await askWith(app, cookie, url)).statusCode, url).toBe(200);
    const create = {
      method: "POST",
      url: "/rest/workspaces",
      payload: "<workspace><name>w</name></workspace>",
      headers: XML,
    } as const;
    expect((await askWith(app, cookie, create)).statusCode).toBe(201);
    const last = (await askWith(app, cookie, "/rest/plumbline/audit?newest=true&limit=1")).json<
      { account: string }[]
    >();
    expect(last.map(({ account }) => account)).toEqual(["admin"]);
    const out = await askWith(app, cookie, { method: "DELETE", url: SESSION });
    expect([out.statusCode, cookieIn(out.headers)]).toEqual([200, ""]);
    expect(out.headers["set-cookie"]).toMatch(/; Max-Age=0$/);
    expect((await askWith(app, cookie, "/rest/styles.json")).statusCode).toBe(401);
  });

  test("is a cookie that no script reads and no other site sends along", async () => {
    const { app } = await open();
    const headers = { authorization: AUTHORIZATION };
    const answer = await app.inject({ method: "POST", url: SESSION, headers });
    expect(answer.headers["set-cookie"]).toMatch(
      /^plumbline-[\da-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toEqual({ user: "admin", administrator: true });
    expect(answer.body).not.toContain(cookieIn(answer.headers).split("=")[1]);
  });

  test.for([
    ["an address of the operator's", { publicUrl: "https://maps.example.org/" }, {}],
    [
      "a proxy that speaks TLS",
      { trustedProxies: ["127.0.0.1"] },
      { "x-forwarded-proto": "https" },
    ],
  ] as const)("is for TLS alone behind %s", async ([_label, options, headers]) => {
    const { app } = await open(options);
    const authorization = { authorization: AUTHORIZATION, ...headers };
    const answer = await app.inject({ method: "POST", url: SESSION, headers: authorization });
    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-plumbline-[\da-f]{8}=[\w-]{43}; .*; Secure$/,
    );
    const cookie = cookieIn(answer.headers);
    const ask = { url: "/rest/styles.json", headers };
    expect((await askWith(app, cookie, ask)).statusCode).toBe(200);
    // Whoever is in between without TLS can set a cookie of the other name.
    expect((await askWith(app, cookie.replace("__Host-", ""), ask)).statusCode).toBe(401);
  });

  test("is kept as a digest, and outlives a restart", async () => {
    const { app, folder, close, now } = await open();
    const cookie = await logIn(app);
    const token = cookie.split("=")[1] ?? "";
    await close();
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      expect(readFileSync(join(file.parentPath, file.name), "latin1"), file.name).not.toContain(
        token,
      );
    }
    const again = await startCatalog({ folder, now });
    expect((await askWith(again.app, cookie, "/rest/styles.json")).statusCode).toBe(200);
  });

  test("is no change of the catalog", async () => {
    const { app, wait } = await open();
    const changes = async () =>
      (
        await app.inject({
          url: "/rest/plumbline/audit",
          headers: { authorization: AUTHORIZATION },
        })
      ).body;
    const before = await changes();
    const cookie = await logIn(app);
    wait(2 * MINUTE);
    await askWith(app, cookie, "/rest/styles.json");
    await askWith(app, cookie, { method: "DELETE", url: SESSION });
    expect(await changes()).toBe(before);
  });

  test("is one of at most sixteen of its account; the one at rest longest goes", async () => {
    const { app, wait } = await open();
    const cookies: string[] = [];
    for (let n = 0; n <= limits.ofAccount; n++) {
      cookies.push(await logIn(app));
      wait(1_000);
    }
    const statuses = await Promise.all(
      cookies.map(async (cookie) => (await askWith(app, cookie, "/rest/styles.json")).statusCode),
    );
    expect(statuses).toEqual([401, ...Array.from({ length: limits.ofAccount }, () => 200)]);
  });

  test("is not for caches that several people share, nor for the next one at this browser", async () => {
    const { app } = await open();
    const cookie = await logIn(app);
    const kept = async (url: string) => (await askWith(app, cookie, url)).headers["cache-control"];
    expect(await kept("/rest/styles.json")).toBe("private, no-cache");
    expect(await kept("/rest/nowhere")).toBe("private, no-cache");
    // What says more of itself goes on saying it.
    expect(await kept(SESSION)).toBe("no-store");
    const headers = { authorization: AUTHORIZATION };
    const other = await app.inject({ url: "/rest/styles.json", headers });
    expect(other.headers["cache-control"]).toBeUndefined();
  });

  testOfFolder("has a table of its own, which older catalogs get", async () => {
    const before = await open();
    await before.close();
    const database = new DatabaseSync(join(before.folder, "catalog.db"));
    database.exec("DROP TABLE sessions; ALTER TABLE audit DROP COLUMN about");
    database.exec("UPDATE versions SET version = 5");
    database.close();
    const { app } = await startCatalog({ folder: before.folder });
    expect((await askWith(app, await logIn(app), "/rest/styles.json")).statusCode).toBe(200);
  });
});

describe("a session ends", () => {
  test("when it has rested for half an hour", async () => {
    const { app, wait } = await open();
    const cookie = await logIn(app);
    const status = async () => (await askWith(app, cookie, "/rest/styles.json")).statusCode;
    for (let n = 0; n < 4; n++) {
      wait(limits.idleMs - MINUTE);
      expect(await status()).toBe(200);
      // Its use is kept beside the answer; the next answer waits for nothing else.
      await app.inject({ method: "POST", url: SESSION, headers: { authorization: AUTHORIZATION } });
    }
    wait(limits.idleMs + 1);
    expect(await status()).toBe(401);
    wait(-limits.idleMs);
    expect((await askWith(app, cookie, SESSION)).json()).toEqual({
      user: "admin",
      administrator: true,
    });
  });

  test("when the clock says that it was used in the future", async () => {
    const { app, wait } = await open();
    const cookie = await logIn(app);
    wait(-24 * 60 * MINUTE);
    expect((await askWith(app, cookie, "/rest/styles.json")).statusCode).toBe(401);
  });

  const users = "/rest/security/usergroup/user/eve";
  const user = (inner: string) =>
    ({ method: "POST", url: users, payload: `<user>${inner}</user>`, headers: XML }) as const;
  test.for([
    [
      "its own change of password",
      {
        method: "PUT",
        url: "/rest/security/self/password",
        payload: '{"newPassword":"quite another one"}',
        headers: { "content-type": "application/json" },
      },
      "own",
    ],
    ["a change of its password", user("<password>quite another one</password>"), "administrator"],
    ["its end", { method: "DELETE", url: users }, "administrator"],
    ["being switched off", user("<enabled>false</enabled>"), "administrator"],
  ] as const)("with its account: %s", async ([_label, change, who]) => {
    const { app, folder } = await open();
    await createAccounts(folder, { eve: {}, bob: {} });
    const eve = await logIn(app, authorizationOf("eve"));
    const bob = await logIn(app, authorizationOf("bob"));
    const admin = await logIn(app);
    const ask = async (cookie: string) =>
      (await askWith(app, cookie, SESSION)).json<{ user: string | null }>().user;
    expect([await ask(eve), await ask(bob)]).toEqual(["eve", "bob"]);
    const changed = await askWith(app, who === "own" ? eve : admin, change);
    expect(changed.statusCode).toBe(200);
    expect([await ask(eve), await ask(bob), await ask(admin)]).toEqual([null, "bob", "admin"]);
  });
});

test("a session does not come back with an account that is enabled again", async () => {
  const { app, folder } = await open();
  await createAccounts(folder, { eve: {} });
  const [eve, admin] = [await logIn(app, authorizationOf("eve")), await logIn(app)];
  for (const enabled of [false, true]) {
    const url = "/rest/security/usergroup/user/eve";
    const payload = `<user><enabled>${enabled}</enabled></user>`;
    const change = { method: "POST", url, payload, headers: XML } as const;
    expect((await askWith(app, admin, change)).statusCode).toBe(200);
  }
  expect((await askWith(app, eve, "/rest/styles.json")).statusCode).toBe(401);
  expect((await askWith(app, await logIn(app, authorizationOf("eve")), SESSION)).json()).toEqual({
    user: "eve",
    administrator: false,
  });
});

describe("a login", () => {
  testOfFolder("begins nothing with a password that is changed while it is looked at", async () => {
    const folder = temporaryFolder();
    let change: (() => void) | undefined;
    const clock = () => {
      change?.();
      change = undefined;
      return performance.now();
    };
    const { app } = await open({ folder, clock });
    const headers = { authorization: AUTHORIZATION };
    expect((await app.inject({ url: "/rest/styles.json", headers })).statusCode).toBe(200);
    change = () => {
      const database = new DatabaseSync(join(folder, "catalog.db"));
      database.exec(
        "UPDATE records SET value = json_set(value, '$.hash', 'another') WHERE kind = 'account'",
      );
      database.close();
    };
    const answer = await app.inject({ method: "POST", url: SESSION, headers });
    expect([change, answer.statusCode, answer.headers["set-cookie"]]).toEqual([
      undefined,
      401,
      undefined,
    ]);
  });

  test("is throttled as any other", async () => {
    const { app } = await open();
    const guess = (password: string) =>
      app.inject({
        method: "POST",
        url: SESSION,
        headers: {
          authorization: `Basic ${btoa(`admin:${password}`)}`,
          "x-requested-with": "plumbline-console",
        },
      });
    for (const password of ["a", "b", "c"]) expect((await guess(password)).statusCode).toBe(401);
    const refused = await guess("d");
    expect([
      refused.statusCode,
      refused.headers["retry-after"],
      refused.headers["set-cookie"],
    ]).toEqual([429, "1", undefined]);
  });

  test("makes no browser ask for a password itself", async () => {
    const { app } = await open();
    const answer = await askWith(app, "", { method: "POST", url: SESSION });
    expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([
      401,
      'Session realm="GeoServer Realm"',
    ]);
    const other = await app.inject({ url: "/rest/styles.json" });
    expect(other.headers["www-authenticate"]).toBe('Basic realm="GeoServer Realm"');
  });

  test("needs a password: a session begins no other one", async () => {
    const { app } = await open();
    const answer = await askWith(app, await logIn(app), { method: "POST", url: SESSION });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([401, undefined]);
  });

  test("is not read from a cookie beside credentials", async () => {
    const { app } = await open();
    const cookie = await logIn(app);
    const wrong = {
      url: "/rest/styles.json",
      headers: { authorization: `Basic ${btoa("admin:wrong")}` },
    };
    expect((await askWith(app, cookie, wrong)).statusCode).toBe(401);
  });

  test("is not what such a cookie shows", async () => {
    const { app } = await open();
    const [name = ""] = (await logIn(app)).split("=");
    for (const cookie of [
      "",
      `${name}=`,
      `${name}=${"A".repeat(43)}`,
      `${name}=${"é".repeat(43)}`,
      `${name}=x; ${name}=y`,
      "other=1",
    ]) {
      expect((await askWith(app, cookie, "/rest/styles.json")).statusCode, cookie).toBe(401);
      expect((await askWith(app, cookie, "/rest/nowhere")).statusCode, cookie).toBe(401);
      expect((await askWith(app, cookie, SESSION)).json()).toEqual({
        user: null,
        administrator: false,
      });
    }
  });
});

describe("pages of other sites", () => {
  const host = "maps.example.org";
  const sites = [
    [{ "sec-fetch-site": "same-origin" }, 201, 200],
    [{ origin: `http://${host}` }, 201, 200],
    [{ "sec-fetch-site": "none" }, 201, 200],
    // A script of another port is of the same site, and gets the cookie.
    [{ "sec-fetch-site": "same-site" }, 403, 403],
    [{ "sec-fetch-site": "cross-site" }, 403, 403],
    [{ origin: "http://evil.example" }, 403, 200],
    [{ origin: "null" }, 403, 200],
    // Browsers say one or the other of every write.
    [{}, 403, 200],
  ] as const;

  test("write nothing, and read nothing where browsers say that they are others", async () => {
    const { app } = await open();
    const cookie = await logIn(app, AUTHORIZATION, { host });
    for (const [index, [headers, write, read]] of sites.entries()) {
      const asked = { host, cookie, ...headers };
      const payload = `<workspace><name>w${index}</name></workspace>`;
      const written = await app.inject({
        method: "POST",
        url: "/rest/workspaces",
        payload,
        headers: { ...asked, ...XML },
      });
      expect(written.statusCode, JSON.stringify(headers)).toBe(write);
      const shown = await app.inject({ url: "/rest/styles.json", headers: asked });
      expect(shown.statusCode, JSON.stringify(headers)).toBe(read);
      const user = await app.inject({ url: SESSION, headers: asked });
      expect(user.statusCode, JSON.stringify(headers)).toBe(read);
    }
  });
});

test("without credentials there are the files of the page and who has logged in, and nothing else", async () => {
  const { app } = await open();
  for (const [method, url, status] of [
    ["GET", "/console", 302],
    ["GET", "/geoserver/console", 302],
    ["GET", SESSION, 200],
    ["HEAD", "/console", 302],
    ["POST", "/console", 401],
    ["POST", SESSION, 401],
    ["DELETE", SESSION, 401],
    ["GET", "/console/a/b", 401],
    ["GET", "/console/..%2f..%2fcatalog.db", 400],
    ["GET", "/consoles", 401],
    ["GET", "/rest/styles.json", 401],
    ["GET", "/rest/docs", 401],
  ] as const)
    expect((await app.inject({ method, url })).statusCode, `${method} ${url}`).toBe(status);
});

describe("an account without roles", () => {
  test("has sessions, and sees with them what it sees without", async () => {
    const { app, folder } = await open();
    await createAccounts(folder, { eve: {}, ruled: { roles: ["ROLE_VEIL"] } });
    const paths = [
      "/rest/styles.json",
      "/rest/workspaces.json",
      "/rest/layers.json",
      "/rest/plumbline/audit",
      "/rest/security/acl/layers.json",
      "/rest/about/version.json",
      "/rest/nowhere",
    ];
    for (const name of ["eve", "ruled"]) {
      const cookie = await logIn(app, authorizationOf(name));
      for (const url of paths) {
        const own = await app.inject({ url, headers: { authorization: authorizationOf(name) } });
        const shown = await askWith(app, cookie, url);
        expect([shown.statusCode, shown.body], url).toEqual([own.statusCode, own.body]);
      }
      expect((await askWith(app, cookie, { method: "DELETE", url: SESSION })).statusCode).toBe(200);
    }
  });
});
