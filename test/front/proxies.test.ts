/** What proxies say of their clients: whom the server believes, and what it makes of it. */
import { describe, expect, test } from "vitest";
import { trustedProxies } from "../../src/server/front/address.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { sendRaw } from "../support/servers/http.ts";

describe("lists of proxies", () => {
  test.for([
    [["10.0.0.0/8"], "10.255.0.1", true],
    [["10.0.0.0/8"], "11.0.0.1", false],
    [["10.0.0.0/8"], "::ffff:10.1.1.1", true],
    [["192.0.2.7"], "192.0.2.7", true],
    [["192.0.2.7"], "192.0.2.8", false],
    [["::1", "fd00::/8"], "fd12::3", true],
    [["::1", "fd00::/8"], "fe80::1%eth0", false],
    [["0.0.0.0/0"], "203.0.113.9", true],
    [["0.0.0.0/0"], "2001:db8::1", false],
    [[], "127.0.0.1", false],
    [["127.0.0.1"], "", false],
    [["127.0.0.1"], undefined, false],
  ] as const)("%j and %s", ([entries, address, expected]) => {
    expect(trustedProxies(entries)(address)).toBe(expected);
  });

  test.for([
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "proxy.example.org",
    "10.0.0.0/",
    "1.2.3.4/8/9",
    "",
  ])("%j is no entry", (entry) => {
    expect(() => trustedProxies([entry])).toThrow(
      new RangeError(`${entry} is no address and no network`),
    );
  });
});

const headers = { authorization: AUTHORIZATION };
const forwarded = {
  "x-forwarded-for": "198.51.100.1, 203.0.113.5",
  "x-forwarded-host": "maps.example.org",
  "x-forwarded-proto": "https",
};

async function ask(
  options: Parameters<typeof startCatalog>[0],
  more: Readonly<Record<string, string>> = forwarded,
  remoteAddress = "10.1.2.3",
) {
  const { app } = await startCatalog(options);
  const send = (method: "GET" | "PUT", url: string) =>
    app.inject({
      method,
      url,
      remoteAddress,
      headers: { host: "catalog:8600", ...headers, ...more },
      payload: "x",
    });
  const list = (await send("GET", "/geoserver/rest/styles.json")).body;
  await send("PUT", "/rest/resource/note.txt");
  const audit: { address: string }[] = (await send("GET", "/rest/plumbline/audit")).json();
  return { link: /"href":"([^"]+?)\/styles\//.exec(list)?.[1], address: audit.at(-1)?.address };
}

describe("links, and the address of who changes something", () => {
  test.for([
    ["nobody is believed by default", {}, "http://catalog:8600/geoserver/rest", "10.1.2.3"],
    [
      "a trusted proxy is",
      { trustedProxies: ["10.0.0.0/8"] },
      "https://maps.example.org/geoserver/rest",
      "203.0.113.5",
    ],
    [
      "and one behind another one",
      { trustedProxies: ["10.0.0.0/8", "203.0.113.5"] },
      "https://maps.example.org/geoserver/rest",
      "198.51.100.1",
    ],
    [
      "another one is not",
      { trustedProxies: ["10.9.0.0/16"] },
      "http://catalog:8600/geoserver/rest",
      "10.1.2.3",
    ],
    [
      "the operator's word goes before all of them",
      { trustedProxies: ["10.0.0.0/8"], publicUrl: "https://public.example.org/catalog/" },
      "https://public.example.org/catalog/geoserver/rest",
      "203.0.113.5",
    ],
  ] as const)("%s", async ([_name, options, link, address]) => {
    expect(await ask(options)).toEqual({ link, address });
  });
});

test("what a trusted proxy says must be a host and a scheme", async () => {
  const { app } = await startCatalog({ trustedProxies: ["127.0.0.0/8"] });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const status = async (name: string, value: string) => {
    const more = { ...headers, [name]: value };
    return (await sendRaw(origin, { method: "GET", path: "/rest/styles.json", headers: more }))
      .status;
  };
  expect(await status("x-forwarded-host", 'a"b')).toBe(400);
  expect(await status("x-forwarded-host", "first.example, a b")).toBe(400);
  expect(await status("x-forwarded-host", 'a"b, last.example')).toBe(200);
  expect(await status("x-forwarded-proto", "javascript")).toBe(400);
  expect(await status("x-forwarded-proto", "https")).toBe(200);
});
