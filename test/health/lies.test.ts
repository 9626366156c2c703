/** Answers that are none: slow, cut off, another one in their place. They are unknown, never a fault and never a crash. */
import { describe, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openMapClient } from "../../src/reconciler/client/map-client.ts";
import type { HealthResult } from "../../src/reconciler/health/health.ts";
import { NOBODY, verify } from "../../src/reconciler/health/verify.ts";
import type { WireResponse } from "../../src/wire/request.ts";
import type { Lie } from "../support/ogc/lies.ts";
import { AUTHORIZATION, PASSWORD, USER } from "../support/servers/catalog.ts";
import { layer, serveEstate, tables, type, workspace, type ServedEstate } from "./served-estate.ts";

const NAMES = ["roads", "places", "rivers"];

function served(): Promise<ServedEstate> {
  return serveEstate([
    workspace("city"),
    tables("city:pg"),
    ...NAMES.flatMap((name) => [type(`city:${name}`), layer(`city:${name}`, "point")]),
    {
      kind: "TileLayer",
      at: "city:roads",
      spec: { formats: ["image/png"], gridsets: { "EPSG:4326": {} } },
    },
  ]);
}

/** All of those that end by themselves. */
const lies: readonly Lie[] = [
  "reset",
  "cut-off",
  "half",
  "empty",
  "endless",
  "proxy-page",
  "gateway",
  "login",
  "wrong-bytes",
];

describe("one layer", () => {
  test.for(["GetMap", "GetFeature", "GetTile"])("%s", async (operation) => {
    const { server, verify: look } = await served();
    const wrong: string[] = [];
    // A feature can be larger than what is read of it.
    const told = lies.filter((lie) => operation !== "GetFeature" || lie !== "endless");
    for (const lie of told) {
      server.lies[`${operation} city:roads`] = lie;
      const { code, found } = await look();
      const own = found.objects.find(({ address }) => address === "Layer/city:roads");
      const said = own?.findings[0]?.text ?? "";
      const others = found.objects.filter(({ health }) => health === "healthy").length;
      const isTold = said.startsWith(`${operation}: `) || said.startsWith("GetMap: the picture");
      if (own?.health !== "unknown" || !isTold || code !== 0 || others !== 2)
        wrong.push(`${lie}: ${code} ${others} ${JSON.stringify(own)}`);
    }
    expect(wrong).toEqual([]);
    expect((await look(["--strict"])).code).toBe(1);
  });

  test("the bytes decide, not the type", async () => {
    const { server, verify: look } = await served();
    server.lies["GetMap"] = "wrong-type";
    expect((await look()).found.verdict).toBe("healthy");
  });
});

test("a list that is none is told as unknown", async () => {
  const { server, verify: look } = await served();
  const wrong: string[] = [];
  for (const lie of [
    "reset",
    "cut-off",
    "empty",
    "proxy-page",
    "gateway",
    "login",
    "wrong-bytes",
  ] as const) {
    server.lies["GetCapabilities"] = lie;
    const { code, found } = await look();
    if (
      code !== 0 ||
      found.verdict !== "unknown" ||
      found.objects.some(({ health }) => health !== "healthy")
    )
      wrong.push(`${lie}: ${code} ${found.verdict} ${JSON.stringify(found.faults)}`);
  }
  expect(wrong).toEqual([]);
});

/** Looks without the command line, so that time limits can be short. */
async function lookAt(
  { server, catalog }: ServedEstate,
  more: { readonly interrupted?: () => boolean; readonly requestMs?: number } = {},
): Promise<HealthResult> {
  const client = openMapClient({
    url: server.url,
    accounts: [
      { name: USER, login: { user: USER, password: secret(PASSWORD) } },
      { name: NOBODY.name, login: undefined },
    ],
    requestMs: more.requestMs ?? 20_000,
  });
  const read = async ({
    method,
    path,
  }: {
    method: string;
    path: string;
  }): Promise<WireResponse> => {
    const prefix = path.startsWith("/gwc/") ? "" : "/rest";
    const answer = await fetch(`${catalog}${prefix}${path}`, {
      method,
      headers: { authorization: AUTHORIZATION },
    });
    const body = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  };
  try {
    return await verify({
      read,
      services: client,
      accounts: [{ name: USER, isNobody: false, roles: ["ADMIN"] }, NOBODY],
      rules: { layers: new Map([["*.*.r", ["*"]]]), services: new Map(), mode: "HIDE" },
      targets: NAMES.map((name) => ({ kind: "Layer", workspace: "city", name })),
      files: [],
      declaredAs: (store) => store,
      isTiled: () => false,
      declares: () => undefined,
      ...(more.interrupted === undefined ? {} : { interrupted: more.interrupted }),
    });
  } finally {
    await client.close();
  }
}

function healthOf({ objects }: HealthResult): Readonly<Record<string, string>> {
  return Object.fromEntries(objects.map(({ address: { name }, health }) => [name, health]));
}

describe("time", () => {
  const fine = { roads: "healthy", places: "healthy", rivers: "healthy" };

  test.for(["GetMap city:roads", "GetFeature city:roads"])("no answer to %s", async (what) => {
    const estate = await served();
    estate.server.lies[what] = "never";
    const found = await lookAt(estate, { requestMs: 400 });
    expect(healthOf(found)).toEqual({ ...fine, roads: "unknown" });
    const own = found.objects.find(({ address }) => address.name === "roads");
    expect(own?.findings[0]?.text).toMatch(/: no answer within 0\.4 s$/);
  });

  test("slow answers are answers", async () => {
    const estate = await served();
    estate.server.delays["*"] = 50;
    expect(healthOf(await lookAt(estate))).toEqual(fine);
  });

  test("too slow answers are none", async () => {
    const estate = await served();
    estate.server.delays["city:places"] = 5_000;
    const found = await lookAt(estate, { requestMs: 400 });
    expect(healthOf(found)).toEqual({ ...fine, places: "unknown" });
  });

  test("interrupted, the rest was not looked at", async () => {
    const estate = await served();
    const asked = () =>
      estate.server.requests.some(({ question }) => question?.operation === "GetMap");
    const found = await lookAt(estate, { interrupted: asked });
    const texts = found.objects.flatMap(({ findings }) => findings.map(({ text }) => text));
    expect(
      new Set(found.objects.map(({ health }) => health)).isSubsetOf(
        new Set(["healthy", "unknown"]),
      ),
    ).toBe(true);
    expect(found.objects).toHaveLength(3);
    expect(texts.every((text) => text === "was not looked at: interrupted")).toBe(true);
  });

  test("map services that go away leave all unknown", async () => {
    const estate = await served();
    await estate.server.close();
    const found = await lookAt(estate, { requestMs: 400 });
    expect(healthOf(found)).toEqual({ roads: "unknown", places: "unknown", rivers: "unknown" });
  });
});
