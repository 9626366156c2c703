/** Answers that lead elsewhere: what they lead to is named, with what to change in the address that was given. */
import { describe, expect, test } from "vitest";
import { listenCatalog } from "../support/servers/catalog.ts";
import {
  isCatalogWrite,
  startProxy,
  type Passing,
  type ProxyAnswer,
} from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { estate } from "./support.ts";

const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+/g;

/** Where answers lead, by what is asked; what is told of it. */
const leads: Readonly<
  Record<string, readonly [status: number, to: (asked: Passing) => string | undefined, RegExp]>
> = {
  "http to https": [
    301,
    ({ path, headers }) => `https://${headers.host}${path}`,
    /redirected to https:\/\/HOST\/geoserver\/rest\/\S+: give --url https:\/\/HOST\/geoserver\b/,
  ],
  "another host": [
    308,
    ({ path }) => `https://maps.example.org${path}`,
    /redirected to https:\/\/maps\.example\.org\/geoserver\/rest\/\S+: give --url https:\/\/maps\.example\.org\/geoserver\b/,
  ],
  "another context": [
    302,
    ({ path }) => path.replace("/geoserver/", "/maps/gs/"),
    /redirected to http:\/\/HOST\/maps\/gs\/rest\/\S+: give --url http:\/\/HOST\/maps\/gs\b/,
  ],
  "a login page": [
    302,
    () => "https://sso.example.org/realms/maps/login?state=token-of-a-session",
    /redirected to https:\/\/sso\.example\.org\/realms\/maps\/login: .*a login in a browser/,
  ],
  "a login page of the same host": [
    303,
    () => "/oauth2/sign_in?rd=x",
    /redirected to http:\/\/HOST\/oauth2\/sign_in: .*a login in a browser/,
  ],
  "a start page": [
    302,
    () => "https://maps.example.org/",
    /redirected to https:\/\/maps\.example\.org\/: .*--url/,
  ],
  "a page that is named almost like one for a login": [
    302,
    () => "https://maps.example.org/processors/authors",
    /redirected to https:\/\/maps\.example\.org\/processors\/authors: nothing of the service is there/,
  ],
  itself: [307, ({ path }) => path, /redirected to itself/],
  nowhere: [301, () => undefined, /redirected without a Location header/],
  "no address": [302, () => "http://[", /redirected/],
};

function leading([status, to]: (typeof leads)[string], asked: Passing): ProxyAnswer {
  const location = to(asked);
  return { status, headers: location === undefined ? {} : { location } };
}

describe.for(slice(Object.entries(leads), { test: 5 }))("to %s", ([name, lead]) => {
  const [, , words] = lead;
  const said = (text: string) => text.replaceAll(ADDRESS, (one) => one.replace(/127.*/, "HOST"));

  test("from the first request on", async () => {
    const url = await startProxy("http://127.0.0.1:9", (asked) => leading(lead, asked));
    for (const command of ["plan", "apply", "doctor"]) {
      const ran = await runHere([command, estate("led")], { url: `${url}/geoserver` });
      expect(ran.code).toBe(1);
      expect(said(ran.stderr + ran.stdout), `${name} ${command}`).toMatch(words);
      expect(ran.stderr + ran.stdout).not.toMatch(/no reason given|token-of-a-session/);
    }
  });

  test.for([
    ["the lock", ({ method, path }: Passing) => method === "PUT" && path.includes("lock.json"), 5],
    ["what is written", isCatalogWrite, 6],
    ["what is read", ({ path }: Passing) => path.includes("/digest"), 1],
  ] as const)("from %s on", async ([, isLed, code]) => {
    const url = await startProxy(await listenCatalog("geoserver"), (asked) =>
      isLed(asked) ? leading(lead, asked) : undefined,
    );
    const ran = await runHere(["apply", estate("led"), "--yes"], { url: `${url}/geoserver` });
    expect(ran.code, ran.stderr).toBe(code);
    expect(said(ran.stderr + ran.stdout)).toMatch(words);
  });
});

test("an address that holds the password, as with the first one of a stock server, is named whole", async () => {
  const url = await startProxy("http://127.0.0.1:9", ({ path }) => ({
    status: 301,
    headers: { location: `https://maps.example.org${path}` },
  }));
  const env = { PLUMBLINE_USER: "admin", PLUMBLINE_PASSWORD: "geoserver" };
  const ran = await runHere(["plan", estate("first")], { url: `${url}/geoserver`, env });
  expect(ran.stderr).toContain("give --url https://maps.example.org/geoserver");
  expect(ran.stderr).not.toContain("(secret)");
});

const page = (body: string): ProxyAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!DOCTYPE html><html><head><title>${body}</title></head><body><br></body></html>`,
});

test.for([
  [
    "a login page",
    page("Sign in to Maps</title><form><input type='password'>"),
    /page for a login in a browser \(Sign in to Maps\)/,
  ],
  ["any page", page("Welcome &amp; hello"), /a page \(Welcome & hello\)/],
  ["a page with 404", { ...page("Not here"), status: 404 }, /404: Not here/],
  ["nothing", { status: 200 }, /an empty answer/],
] as const)("%s in place of a catalog is named", async ([, answer, words]) => {
  const url = await startProxy("http://127.0.0.1:9", () => answer);
  for (const command of ["plan", "doctor"]) {
    const ran = await runHere([command, estate("paged")], { url });
    expect(ran.code).toBe(1);
    expect(ran.stderr + ran.stdout).toMatch(words);
    expect(ran.stderr + ran.stdout).not.toMatch(/Unexpected token|Malformed/);
  }
});

test("a page in place of the lock is no trouble of JSON", async () => {
  const url = await startProxy(await listenCatalog("documented"), ({ path }) =>
    path.includes("lock.json") ? page("Not here") : undefined,
  );
  const ran = await runHere(["apply", estate("locked"), "--yes"], { url });
  expect(ran).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/lock\.json cannot be read: .*a page/),
  });
  expect(ran.stderr).not.toContain("Unexpected token");
});

describe("an address beside the service", () => {
  test.for(["", "/web", "/geoserver/web/", "/geoserver/rest/about/version", "/geoserver/ows"])(
    "such as HOST%s",
    async (slip) => {
      const target = await listenCatalog("geoserver");
      // Only the service of a stock server answers, where it lies.
      const url = await startProxy(target, ({ path }) =>
        path.startsWith("/geoserver/rest/") ? undefined : { status: 404, body: "Not found" },
      );
      for (const command of ["plan", "doctor"]) {
        const ran = await runHere([command, estate("slip")], { url: url + slip });
        expect(ran.code).toBe(1);
        expect(ran.stderr + ran.stdout).toContain(`A catalog answers at ${url}/geoserver`);
        expect(ran.stderr + ran.stdout).not.toContain("..");
      }
      const planned = await runHere(["plan", estate("slip")], { url: `${url}/geoserver` });
      expect(planned.code).toBe(0);
    },
  );

  test("with none near it nothing is said of one, and little is asked", async () => {
    const asked: string[] = [];
    const url = await startProxy("http://127.0.0.1:9", ({ path }) => {
      asked.push(path);
      return { status: 404 };
    });
    const ran = await runHere(["plan", estate("none")], { url: `${url}/maps/web` });
    expect(ran.stderr).not.toContain("A catalog answers");
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});
