/**
 * Accounts × catalog modes × rules on layers and services: what each sees is foretold by the oracle of the simulation,
 * by the rules of the product, by the OGC server of the tests, and `verify` finds nothing else.
 */
import { describe, expect, test } from "vitest";
import type { RuleSet } from "../../src/model/access-rule.ts";
import { catalogModes, type CatalogMode } from "../../src/model/catalog-mode.ts";
import { isListed, viewsOf, type MapOperation, type MapView } from "../../src/model/map-access.ts";
import type { HealthDocument } from "../../src/reconciler/report/documents.ts";
import { audienceOf, type Audience } from "../simulation/oracle/audience.ts";
import { readWorld, type World } from "../simulation/oracle/world.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import {
  ACCOUNT_PASSWORD,
  layer,
  serveEstate,
  tables,
  type,
  workspace,
  type Declared,
  type ServedEstate,
} from "./served-estate.ts";

/** Rules of a scenario: on layers and on services. */
interface Rules {
  readonly layers?: Readonly<Record<string, string>>;
  readonly services?: Readonly<Record<string, string>>;
}

const TRAFFIC = "ROLE_TRAFFIC";

const scenarios: Readonly<Record<string, Rules>> = {
  "everything is open": {},
  "a layer for one role": { layers: { "city.secret.r": TRAFFIC } },
  "a layer for a role that nobody has": { layers: { "city.secret.r": "ROLE_LOST" } },
  "a workspace for one role": { layers: { "city.*.r": TRAFFIC } },
  "everything for one role": { layers: { "*.*.r": TRAFFIC } },
  "a workspace for one role, a layer of it for all": {
    layers: { "city.*.r": TRAFFIC, "city.roads.r": "*" },
  },
  "a group for one role": { layers: { "city.map.r": TRAFFIC } },
  "each member of a group for one role": {
    layers: { "city.secret.r": TRAFFIC, "city.roads.r": TRAFFIC },
  },
  "two roles": { layers: { "city.secret.r": `${TRAFFIC},ROLE_WATER`, "water.*.r": "ROLE_WATER" } },
  "maps for one role": { services: { "wms.GetMap": TRAFFIC } },
  "features for one role": { services: { "wfs.GetFeature": TRAFFIC } },
  "all of WMS for one role": { services: { "wms.*": TRAFFIC } },
  "every service for one role": { services: { "*.*": TRAFFIC } },
  "a layer for one role, maps for another": {
    layers: { "city.secret.r": TRAFFIC },
    services: { "wms.GetMap": `ROLE_WATER,${TRAFFIC},ADMIN` },
  },
};

const accounts: Readonly<Record<string, readonly string[]>> = {
  traffic: [TRAFFIC],
  water: ["ROLE_WATER"],
  both: [TRAFFIC, "ROLE_WATER"],
  jane: ["ADMIN"],
};

const LAYERS = ["city:roads", "city:secret", "water:gauges"];
const OPERATIONS: readonly MapOperation[] = [
  { service: "wms", method: "GetMap" },
  { service: "wfs", method: "GetFeature" },
];

/** What nobody may do without these; those of a new catalog. */
const USUAL = { "*.*.r": "*", "*.*.w": "GROUP_ADMIN,ADMIN" };

async function startServed(): Promise<ServedEstate> {
  const box = { minx: 10, miny: 50, maxx: 11, maxy: 51, crs: "EPSG:4326" };
  const members = [{ layer: "roads" }, { layer: "secret" }];
  return serveEstate(
    [
      workspace("city"),
      workspace("water"),
      tables("city:pg"),
      tables("water:pg"),
      ...LAYERS.flatMap((at) => [type(at), layer(at, "point")]),
      {
        kind: "LayerGroup",
        at: "city:map",
        spec: { mode: "SINGLE", bounds: box, layers: members },
      },
    ],
    { accounts },
  );
}

/** Gives a catalog these rules and no others. */
async function changeRules(
  { tell, catalog }: ServedEstate,
  rules: Rules,
  mode: string,
): Promise<void> {
  for (const [about, wanted] of [
    ["layers", { ...USUAL, ...rules.layers }],
    ["services", rules.services ?? {}],
  ] as const) {
    const path = `/security/acl/${about}`;
    const before = (await json(catalog, `${path}.json`)) as Readonly<Record<string, string>>;
    for (const key of Object.keys(before)) await tell("DELETE", `${path}/${key}`);
    if (Object.keys(wanted).length > 0) await tell("POST", `${path}.json`, wanted);
  }
  await tell("PUT", "/security/acl/catalog.json", { mode });
}

async function json(catalog: string, path: string): Promise<unknown> {
  const answer = await fetch(`${catalog}/rest${path}`, {
    headers: { authorization: AUTHORIZATION },
  });
  return answer.ok ? answer.json() : undefined;
}

function worldBehind({ catalog }: ServedEstate): Promise<World> {
  return readWorld({ json: (path) => json(catalog, path), files: async () => "" });
}

/** What the oracle says: an answer, a refusal of the layer, or as if there were none. */
function foretold(
  audience: Audience,
  account: string,
  { service, method }: MapOperation,
  name: string,
): "served" | "challenged" | "not" {
  const who = account === "nobody" ? account : `account ${account}`;
  const grants = audience.get(`${who}: ${service} ${method} ${name}`)?.grants ?? [];
  if (grants.some(({ grant }) => grant.shows === "data")) return "served";
  return grants.length > 0 ? "challenged" : "not";
}

function ruleSet(rules: World["rules"]["layers"]): RuleSet {
  return new Map(rules.map(([key, roles]) => [key, roles]));
}

function viewed(view: MapView): "served" | "challenged" | "not" {
  return view === "served" || view === "challenged" ? view : "not";
}

/** Accounts that the oracle foretells; it leaves administrators out. */
const foretellable = Object.entries({ nobody: [], ...accounts }).filter(
  ([name]) => name !== "jane",
);

/** What an account gets of each layer, by the oracle, by the rules of the product and by the server. */
async function differences(
  served: ServedEstate,
  mode: CatalogMode,
  [account, roles]: readonly [string, readonly string[]],
): Promise<readonly string[]> {
  const world = await worldBehind(served);
  const audience = audienceOf(world, []);
  const { layers, services } = world.rules;
  const views = viewsOf({ layers: ruleSet(layers), services: ruleSet(services), mode });
  const who = { isNobody: account === "nobody", roles };
  const wrong: string[] = [];
  for (const key of LAYERS) {
    const [within = "", name = ""] = key.split(":");
    const target = { workspace: within, name };
    for (const operation of OPERATIONS) {
      const view = views(who, target, operation);
      const wanted = foretold(audience, account, operation, key);
      const answered = await answeredTo(served, account, operation, key);
      // A refused operation is answered as a refused layer is; the oracle knows only that it gives nothing.
      const isAnswered = answered === (view === "refused" ? "challenged" : wanted);
      if (viewed(view) !== wanted || !isAnswered)
        wrong.push(`${account} ${operation.method} ${key}: ${wanted}, ${view}, ${answered}`);
    }
    const view = views(who, target, LISTS);
    const isInLists = isListedBy(audience, account, key);
    if (isListed(view, mode) !== isInLists) wrong.push(`${account} lists ${key}: ${isInLists}`);
  }
  return wrong;
}

const LISTS = { service: "wms", method: "GetCapabilities" } as const;

function isListedBy(audience: Audience, account: string, key: string): boolean {
  const who = account === "nobody" ? account : `account ${account}`;
  const found = audience.get(`${who}: wms GetCapabilities ${key}`);
  return found?.grants.some(({ grant }) => grant.shows !== "name") === true;
}

describe("who sees what", () => {
  test.for(catalogModes)("%s: oracle, rules and server agree", async (mode) => {
    const served = await startServed();
    const wrong: string[] = [];
    for (const [name, rules] of Object.entries(scenarios)) {
      await changeRules(served, rules, mode);
      for (const account of foretellable)
        wrong.push(...(await differences(served, mode, account)).map((one) => `${name}: ${one}`));
    }
    expect(wrong).toEqual([]);
  });

  test.for(catalogModes)("%s: verify finds each as declared", async (mode) => {
    const served = await startServed();
    const wrong: string[] = [];
    for (const [name, rules] of Object.entries(scenarios)) {
      await changeRules(served, rules, mode);
      const { code, found } = await served.verify();
      for (const { text, objects } of found.faults)
        wrong.push(`${name}: ${code} ${text}: ${objects.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  });
});

function texts({ faults }: HealthDocument): readonly string[] {
  return faults.map(({ text, objects }) => `${text}: ${objects.join(", ")}`);
}

describe("what differs from what is declared", () => {
  const hidden: Declared = {
    kind: "AccessRules",
    at: "city",
    spec: { mode: "merge", rules: { "city.secret.r": [TRAFFIC], "city.roads.r": ["*"] } },
  };
  const mode: Declared = { kind: "CatalogMode", at: "catalog", spec: { mode: "HIDE" } };

  test("a rule that is gone exposes", async () => {
    const served = await startServed();
    await served.apply([hidden, mode]);
    expect((await served.verify()).code).toBe(0);
    await served.tell("DELETE", "/security/acl/layers/city.secret.r");
    const { code, found } = await served.verify();
    expect(code).toBe(7);
    expect(found.verdict).toBe("exposed");
    const all = texts(found);
    expect(all).toContain("nobody can see it, although the rules hide it: Layer/city:secret");
    expect(all).toContain("is listed to nobody, although the rules hide it: Layer/city:secret");
  });

  test("a mode that is another one exposes names", async () => {
    const served = await startServed();
    await served.apply([hidden, mode]);
    await served.tell("PUT", "/security/acl/catalog.json", { mode: "CHALLENGE" });
    const { code, found } = await served.verify();
    expect(code).toBe(7);
    expect(found.faults.map(({ health, text }) => `${health}: ${text}`)).toContain(
      "exposed: is listed to nobody, although the rules hide it",
    );
  });

  test("a rule that shuts out whom it should not degrades", async () => {
    const served = await startServed();
    await served.apply([hidden, mode]);
    await served.tell("PUT", "/security/acl/layers", { "city.roads.r": TRAFFIC });
    const { code, found } = await served.verify();
    expect(code).toBe(7);
    const [fault] = found.faults.filter(({ account }) => account === "nobody");
    expect(fault).toMatchObject({
      health: "degraded",
      text: "nobody cannot see it, although the rules allow it",
      objects: ["Layer/city:roads", "LayerGroup/city:map"],
    });
    expect(found.faults.some(({ account }) => account === "traffic")).toBe(false);
  });

  test("an account has the roles of its groups, and of having logged in", async () => {
    const served = await startServed();
    await served.tell("POST", "/security/usergroup/group/crew");
    await served.tell("POST", "/security/usergroup/user/water/group/crew");
    await served.tell("POST", `/security/roles/role/${TRAFFIC}/group/crew`);
    await changeRules(
      served,
      { layers: { "city.secret.r": TRAFFIC, "water.*.r": "ROLE_AUTHENTICATED" } },
      "HIDE",
    );
    const { code, found } = await served.verify();
    expect(texts(found)).toEqual([]);
    expect(code).toBe(0);
    const maps = served.server.requests.filter(({ question }) => question?.operation === "GetMap");
    expect(maps.some(({ account }) => account === "water")).toBe(true);
  });

  test("an account whose password is wrong is told, and says nothing about the rules", async () => {
    const served = await startServed();
    served.server.accounts["water"] = { password: "another" };
    const { found } = await served.verify();
    expect(found.objects.flatMap(({ findings }) => findings.map(({ text }) => text))).toContain(
      "the server does not accept the login of water",
    );
    expect(found.faults).toEqual([]);
  });
});

/** What the server answers, by what each form of refusal means. */
async function answeredTo(
  { server }: ServedEstate,
  account: string,
  { service, method }: MapOperation,
  key: string,
): Promise<"served" | "challenged" | "not"> {
  const query =
    service === "wms"
      ? `version=1.1.1&layers=${key}&styles=&srs=EPSG:4326&bbox=10,50,11,51&width=64&height=64&format=image/png`
      : `version=2.0.0&typeNames=${key}&count=1&outputFormat=application/json`;
  const authorization = `Basic ${Buffer.from(`${account}:${ACCOUNT_PASSWORD}`).toString("base64")}`;
  const answer = await fetch(
    `${server.url}/${service}?service=${service}&request=${method}&${query}`,
    {
      headers: account === "nobody" ? {} : { authorization },
    },
  );
  const text = await answer.text();
  if (/Could not find layer|unknown</.test(text)) return "not";
  if (answer.ok) return "served";
  return answer.status === (account === "nobody" ? 401 : 403) ? "challenged" : "not";
}
