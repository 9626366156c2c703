/**
 * Logging in, through the door of the server: guesses are slowed down, the rightful are not, and
 * no password is ever seen in a log, an audit entry or a refusal (docs/compatibility.md, "Failed logins").
 */
import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { standardCosts, type DerivationCosts } from "../../src/model/derivation.ts";
import { dialects } from "../../src/model/dialect.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import {
  AUTHORIZATION,
  CHEAP_COSTS,
  KEYSTORE_PASSWORD,
  PASSWORD,
  startCatalog,
} from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { scale, testInProof } from "../support/run/scale.ts";

const HOUR = 3_600_000;

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;

/** A server on a clock that the test moves, asked from any address. */
async function door(
  dialect: (typeof dialects)[number] = "documented",
  costs: DerivationCosts = CHEAP_COSTS,
  folder = temporaryFolder(),
) {
  let now = 0;
  const { app, close } = await startCatalog({ dialect, costs, folder, clock: () => now });
  const ask = (authorization: string, remoteAddress = "192.0.2.1") =>
    app.inject({ url: "/rest/styles.json", headers: { authorization }, remoteAddress });
  const status = async (...of: Parameters<typeof ask>) => (await ask(...of)).statusCode;
  const wait = (milliseconds: number) => void (now += milliseconds);
  return { app, folder, close, ask, status, wait };
}

/** The server that was at a door, started again. */
async function again({ close, folder }: Awaited<ReturnType<typeof door>>) {
  await close();
  return door("documented", CHEAP_COSTS, folder);
}

describe("guessing", () => {
  test.for(dialects)("is answered with 429 and the time to wait (%s)", async (dialect) => {
    const { ask, status, wait } = await door(dialect);
    for (const guess of ["a", "b", "c"]) expect(await status(basic("admin", guess))).toBe(401);
    const refused = await ask(basic("admin", "d"));
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect(refused.headers["www-authenticate"]).toBeUndefined();
    expect(refused.body).toBe("Too many failed logins of this account; try again in 1 s");
    wait(1_000);
    expect(await status(basic("admin", "e"))).toBe(401);
    expect((await ask(basic("admin", "f"))).headers["retry-after"]).toBe("2");
  });

  test("does not even look at the right password while it waits, but does elsewhere", async () => {
    const { status, wait } = await door();
    for (const guess of ["a", "b", "c"]) await status(basic("admin", guess));
    expect(await status(AUTHORIZATION)).toBe(429);
    expect(await status(AUTHORIZATION, "198.51.100.1")).toBe(200);
    wait(1_000);
    expect(await status(AUTHORIZATION)).toBe(200);
  });

  test("does not stop who was right before, however long ago", async () => {
    const { status, wait } = await door();
    expect(await status(AUTHORIZATION)).toBe(200);
    for (let n = 0; n < 8; n++) await status(basic("admin", `guess ${n}`));
    expect(await status(basic("admin", "one more"))).toBe(429);
    expect(await status(AUTHORIZATION)).toBe(200);
    wait(600_000);
    for (let n = 0; n < 8; n++) await status(basic("admin", `late guess ${n}`));
    expect(await status(AUTHORIZATION)).toBe(200);
  });

  test("of names that are not there looks the same", async () => {
    const { ask } = await door();
    const series = async (user: string) => {
      const answers = [];
      for (let n = 0; n < 5; n++) answers.push(await ask(basic(user, `guess ${n}`)));
      return answers.map(({ statusCode, body, headers: { date: _date, ...headers } }) => ({
        statusCode,
        body,
        headers,
      }));
    };
    expect(await series("nobody")).toEqual(await series("admin"));
  });

  test("the same wrong credentials at the same time are one guess", async () => {
    // With hashing that takes longer than it takes ten requests to come in.
    const { status } = await door("documented", standardCosts);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => status(basic("admin", "the old password"))),
    );
    expect(new Set(all)).toEqual(new Set([401]));
    expect(await status(AUTHORIZATION)).toBe(200);
  });

  test("the right credentials at the same time all pass, from the first request on", async () => {
    const { status } = await door();
    const all = await Promise.all(Array.from({ length: 50 }, () => status(AUTHORIZATION)));
    expect(new Set(all)).toEqual(new Set([200]));
  });

  test("of many names at once is refused with 503, and who is known gets in", async () => {
    const { ask, status } = await door("documented", standardCosts);
    expect(await status(AUTHORIZATION)).toBe(200);
    const guesses = Promise.all(
      Array.from({ length: 24 }, (_unused, n) => ask(basic(`name ${n}`, "guess"))),
    );
    const between = await Promise.all(Array.from({ length: 20 }, () => status(AUTHORIZATION)));
    expect(new Set(between)).toEqual(new Set([200]));
    const answers = await guesses;
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    // Eighteen at a time; a place is free again when one of them is answered meanwhile.
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.length).toBeLessThanOrEqual(24 - 18);
    for (const { headers } of busy) expect(headers["retry-after"]).toBe("1");
    const refused = answers.filter(({ statusCode }) => statusCode === 401);
    expect(refused).toHaveLength(24 - busy.length);
  });

  test("lets the right password through that comes again, and no guess more than its time", async () => {
    const { status, ask, wait } = await door();
    const guesses = { looked: 0, unlooked: 0 };
    const guess = async (password: string) => {
      const looked = (await status(basic("admin", password))) === 401;
      guesses[looked ? "looked" : "unlooked"]++;
    };
    // The hour's budget of this network, and much more.
    for (let n = 0; n < 170; n++) {
      await guess(`guess ${n}`);
      wait(20_000);
    }
    expect(guesses.looked).toBe(25);
    const refused = await ask(AUTHORIZATION);
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
    expect(await status(AUTHORIZATION), "too soon").toBe(429);
    for (let n = 0; n < 20; n++) await guess(`late guess ${n}`);
    wait(1_000);
    expect(await status(AUTHORIZATION)).toBe(200);
  });

  test("looks at what comes again at a slow rate, anyone who sends it", async () => {
    const { ask, status, wait } = await door();
    for (let n = 0; n < 60; n++) {
      await status(basic("admin", `guess ${n}`));
      wait(32_000);
    }
    let looked = 0;
    const minutes = scale({ test: 8, proof: 20 });
    for (let n = 0; n < minutes * 60; n++) {
      const twice = basic("admin", `pair ${n >> 1}`);
      if ((await status(twice)) === 401) looked++;
      wait(1_000);
    }
    // One each half minute, beside those that an hour leaves anyway.
    expect(looked).toBeGreaterThan(minutes);
    expect(looked).toBeLessThanOrEqual(2 * minutes + 25);
    const { statusCode, headers } = await ask(basic("admin", "once"));
    expect(statusCode).toBe(429);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(32);
  });

  test("from elsewhere does not stop who was here before a restart", async () => {
    const before = await door();
    expect(await before.status(AUTHORIZATION, "198.51.100.7")).toBe(200);
    const { status } = await again(before);
    for (let n = 0; n < 120; n++) await status(basic("admin", `guess ${n}`), `10.0.${n}.1`);
    expect(await status(basic("admin", "one more"), "10.1.0.1")).toBe(429);
    expect(await status(AUTHORIZATION, "198.51.100.99")).toBe(200);
  });

  test("from the same network, after a restart: the right password gets through", async () => {
    const before = await door();
    expect(await before.status(AUTHORIZATION)).toBe(200);
    const { status, wait } = await again(before);
    for (let n = 0; n < 40; n++) {
      await status(basic("admin", `guess ${n}`));
      wait(32_000);
    }
    let tries = 1;
    for (; (await status(AUTHORIZATION)) === 429; tries++) {
      for (let n = 0; n < 5; n++) await status(basic("admin", `guess ${tries} ${n}`));
      wait(1_000);
    }
    expect(tries).toBe(2);
  });

  test("fills the line of its own address, and the right password passes by", async () => {
    const { ask, status } = await door("documented", standardCosts);
    const flood = (round: number, address: string) =>
      Array.from({ length: 40 }, (_unused, n) =>
        ask(basic(`name ${round} ${n}`, "guess"), address),
      );
    const [first, elsewhere, ...guesses] = await Promise.all([
      Promise.all(flood(0, "192.0.2.1")).then(() => undefined),
      status(AUTHORIZATION, "198.51.100.1"),
      ...flood(1, "192.0.2.1"),
    ]);
    expect([first, elsewhere]).toEqual([undefined, 200]);
    expect(guesses.filter(({ statusCode }) => statusCode === 503).length).toBeGreaterThan(20);
  });

  testInProof(
    "takes the same time for names that are not there",
    async () => {
      const { ask, wait } = await door("documented", standardCosts);
      const median = (list: readonly number[]) =>
        list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
      const difference = async () => {
        const times: { readonly [user: string]: number[] } = { admin: [], nobody: [] };
        for (let n = 0; n < 400; n++) {
          if (n % 40 === 0) wait(HOUR);
          for (const [user, list] of Object.entries(times)) {
            const begin = performance.now();
            const address = `10.${n >> 8}.${n & 255}.1`;
            expect((await ask(basic(user, `guess ${n}`), address)).statusCode).toBe(401);
            list.push(performance.now() - begin);
          }
        }
        const [there, absent] = [median(times["admin"] ?? []), median(times["nobody"] ?? [])];
        return Math.abs(there - absent) / there;
      };
      // What the names make shows each time; what something else on the machine makes does not.
      const all = [await difference()];
      while (Math.min(...all) >= 0.05 && all.length < 3) all.push(await difference());
      expect(Math.min(...all)).toBeLessThan(0.05);
    },
    300_000,
  );
});

describe("an account that is switched off", () => {
  async function withEve() {
    const there = await door();
    const url = "/rest/security/usergroup/user/eve";
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
    const user = { userName: "eve", password: "her password", enabled: true };
    const users = { method: "POST", url: "/rest/security/usergroup/users", headers } as const;
    expect((await there.app.inject({ ...users, payload: { user } })).statusCode).toBe(201);
    const enable = async (enabled: boolean) => {
      const change = { method: "POST", url, headers, payload: { user: { enabled } } } as const;
      expect((await there.app.inject(change)).statusCode).toBe(200);
    };
    return { ...there, enable, eve: basic("eve", "her password") };
  }

  test.for([true, false])(
    "is logged in at once when it is switched on again (it logged in before: %s)",
    async (before) => {
      const { status, enable, eve } = await withEve();
      if (before) expect(await status(eve)).not.toBe(401);
      await enable(false);
      for (let n = 0; n < 3; n++) expect(await status(eve)).toBe(401);
      for (let n = 0; n < 3; n++) expect(await status(eve)).toBe(429);
      await enable(true);
      expect(await status(eve)).not.toBeOneOf([401, 429]);
    },
  );

  test("answers the right password as it answers a guess", async () => {
    const { ask, wait, enable, eve } = await withEve();
    expect((await ask(eve)).statusCode).not.toBe(401);
    await enable(false);
    const series = async (credentials: (n: number) => string) => {
      wait(HOUR);
      const answers = [];
      for (let n = 0; n < 40; n++) {
        const { statusCode, headers } = await ask(credentials(n));
        answers.push([statusCode, headers["retry-after"]]);
        wait(900);
      }
      return answers;
    };
    expect(await series(() => eve)).toEqual(await series(() => basic("eve", "one guess")));
  });
});

test("another password is in force with the next request, every time", async () => {
  const { app, status, wait } = await door();
  let password = PASSWORD;
  const changes = scale({ test: 2, proof: 300 });
  for (let n = 0; n < changes; n++) {
    const next = `password ${n}`;
    // The old password is a failed login each time; their budget is another matter.
    if (n % 20 === 0) wait(HOUR);
    const changed = await app.inject({
      method: "PUT",
      url: "/rest/security/self/password",
      remoteAddress: `192.0.${n % 256}.1`,
      headers: { authorization: basic("admin", password), "content-type": "application/json" },
      payload: JSON.stringify({ newPassword: next }),
    });
    expect(changed.statusCode).toBe(200);
    expect(await status(basic("admin", password), `192.1.${n % 256}.1`)).toBe(401);
    expect(await status(basic("admin", next), `192.2.${n % 256}.1`)).toBe(200);
    password = next;
  }
});

test("a hash of a cost that has risen is renewed at the next login", async () => {
  const folder = temporaryFolder();
  const hash = async () => {
    const catalog = await openSqliteCatalog(folder, () => "2026-11-21T00:00:00.000Z");
    const account = await catalog.read((reader) => reader.get("account", null, "admin"));
    await catalog.close();
    return account?.value.hash;
  };
  const loggedIn = async (costs: DerivationCosts) => {
    const { app, close } = await startCatalog({ folder, costs });
    const ask = () =>
      app.inject({ url: "/rest/styles.json", headers: { authorization: AUTHORIZATION } });
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await close();
    return hash();
  };
  const first = await loggedIn(CHEAP_COSTS);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  const risen = await loggedIn({ ...CHEAP_COSTS, account: standardCosts.account });
  expect(risen).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await loggedIn(CHEAP_COSTS)).toBe(risen);
});

test("no password reaches the log, the audit or a refusal", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const catalog = await startCatalog({ logger: pino({ level: "trace" }, sink) });
  const words = ["Zebra1", "Zebra2", "Zebra3", "Zebra4", "Zebra5", "Zebra6"];
  const seen: string[] = [];
  const send = async (
    method: "GET" | "PUT" | "POST",
    url: string,
    payload = "",
    password = PASSWORD,
  ) => {
    const type = payload.startsWith("{") ? "application/json" : "text/xml";
    const headers = { authorization: basic("admin", password), "content-type": type };
    const answer = await catalog.app.inject({ method, url: `/rest${url}`, headers, payload });
    if (method !== "GET") seen.push(answer.body, JSON.stringify(answer.headers));
    return answer.statusCode;
  };
  const change = (old: string, next: string) =>
    `{"oldMasterPassword":"${old}","newMasterPassword":"${next}"}`;
  const statuses = [
    await send("GET", "/security/masterpw.json"),
    await send("PUT", "/security/masterpw", change(KEYSTORE_PASSWORD, "Zebra1 crosses the river")),
    await send("PUT", "/security/masterpw", change("Zebra1 is not it", "Zebra1 crosses the sea")),
    await send("PUT", "/security/masterpw", '{"newMasterPassword":"Zebra2'),
    await send(
      "PUT",
      "/security/masterpw",
      "<m><newMasterPassword>&Zebra2;</newMasterPassword></m>",
    ),
    await send("PUT", "/security/masterpw", "<m><newMasterPassword>Zebra2</Zebra2></m>"),
    await send("POST", "/security/usergroup/users", '{"userName":"u","password":"Zebra3"}'),
    await send("POST", "/security/usergroup/users", '{"userName":"u","password":"Zebra3"}'),
    await send("POST", "/security/usergroup/users", '{"userName":"v","password":Zebra3}'),
    await send("POST", "/security/usergroup/user/none", '{"password":"Zebra4"}'),
    await send("GET", "/styles.json", "", "Zebra5"),
    await send("PUT", "/security/self/password", '{"newPassword":"Zebra6\\n"}'),
    await send("PUT", "/security/self/password", '{"newPassword":"Zebra6"}'),
  ];
  expect(statuses).toEqual([200, 200, 422, 400, 400, 400, 201, 409, 400, 400, 401, 422, 200]);
  await catalog.close();
  const reopened = await openSqliteCatalog(catalog.folder, () => "2026-11-21T00:00:00.000Z");
  const entries = await reopened.read((reader) => reader.audit(0, 1_000));
  await reopened.close();
  const paths = entries.map(({ method, path }) => `${method} ${path}`);
  expect(paths).toContain("GET /rest/security/masterpw.json");
  expect(paths).toContain("PUT /rest/security/masterpw");
  expect(paths).toContain("PUT /rest/security/self/password");
  const log = lines.join("");
  expect(log).toContain("request completed");
  expect(log).toContain("There is no user none");
  const everything = [log, JSON.stringify(entries), ...seen].join("\n");
  for (const word of [...words, PASSWORD, KEYSTORE_PASSWORD, AUTHORIZATION, "$argon2id"])
    expect(everything).not.toContain(word);
});
