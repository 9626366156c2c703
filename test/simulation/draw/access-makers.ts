/** Makers of what decides who may do what. */
import {
  type Draft,
  type Maker,
  nameOf,
  ofKind,
  publishedIn,
  rolesIn,
  specOf,
  thing,
} from "./draft.ts";

const DOMAINS = ["layers", "services", "rest"] as const;
const ADMINISTRATORS = ["ROLE_ADMINISTRATOR", "ADMIN"];

/** Roles of a rule; rules on requests never leave administrators out. */
export function rolesOfRule({ things, chance }: Draft, domain: string): readonly string[] {
  if (domain === "rest") return [...ADMINISTRATORS, ...chance.some(rolesIn(things), 0.4)];
  if (chance.is(0.3)) return ["*"];
  const some = chance.some([...rolesIn(things), "ROLE_ADMINISTRATOR"], 0.4);
  return some.length === 0 ? ["ROLE_A"] : some;
}

/** Keys of rules that say something of what the estate declares. */
export function ruleKeys({ things }: Draft, domain: string): readonly string[] {
  if (domain === "services")
    return ["wfs.*", "wfs.GetFeature", "wms.GetMap", "wcs.*", "wfs.Transaction"];
  const workspaces = ofKind(things, "Workspace").map(nameOf);
  if (domain === "rest")
    return [
      "/styles/**:GET",
      ...workspaces.map((one) => `/workspaces/${one}/**:GET`),
      ...workspaces.map((one) => `/layers/${one}:*:GET`),
    ];
  return [
    ...workspaces.flatMap((one) => [`${one}.*.r`, `${one}.*.w`]),
    ...publishedIn(things).flatMap(({ workspace, name }) => [
      `${workspace}.${name}.r`,
      `${workspace}.${name}.r`,
      `${workspace}.${name}.w`,
    ]),
  ];
}

const accessRules: Maker = (draft) => {
  const { things, chance } = draft;
  const said = new Set(ofKind(things, "AccessRules").map(({ spec }) => spec["domain"]));
  const free = DOMAINS.filter((one) => !said.has(one));
  if (free.length === 0) return undefined;
  const domain = chance.is(0.6) && !said.has("layers") ? "layers" : chance.pick(free);
  const keys = [...new Set(chance.some(ruleKeys(draft, domain), 0.5))].slice(0, 4);
  if (keys.length === 0) return undefined;
  const rules = Object.fromEntries(keys.map((key) => [key, rolesOfRule(draft, domain)]));
  const scope =
    domain === "layers"
      ? ofKind(things, "Workspace").map((one) => `${nameOf(one)}.*`)
      : domain === "services"
        ? ["wfs.*", "wms.*", "wcs.*"]
        : ["/styles/**"];
  const isExclusive = domain !== "rest" && scope.length > 0 && chance.is(0.5);
  const how = isExclusive ? { mode: "exclusive", scope } : { mode: "merge" };
  return thing("AccessRules", { name: `rules-${domain}` }, { domain, ...how, rules });
};

const role: Maker = ({ fresh }) => thing("Role", { name: fresh("ROLE") }, {});

const user: Maker = ({ things, chance, fresh }) =>
  thing(
    "User",
    { name: fresh("us") },
    {
      password: { fromEnv: chance.pick(["PW1", "PW2"]) },
      ...(chance.is(0.4) ? { enabled: chance.is(0.5) } : {}),
      ...(chance.is(0.3) ? { groups: chance.some(["editors"], 0.7) } : {}),
      roles: chance.some(rolesIn(things), 0.5),
    },
  );

const single =
  (
    kind: string,
    name: string,
    spec: (draft: Draft) => Readonly<Record<string, unknown>> | undefined,
  ): Maker =>
  (draft) => {
    if (ofKind(draft.things, kind).length > 0) return undefined;
    const said = spec(draft);
    return said && thing(kind, { name }, said);
  };

const keystorePassword = single("KeystorePassword", "keystore", () => ({
  current: { fromEnv: "KS_A" },
  new: { fromEnv: "KS_B" },
}));

const catalogMode = single("CatalogMode", "catalog", ({ chance }) => ({
  mode: chance.pick(["HIDE", "MIXED", "CHALLENGE"]),
}));

const urlCheck: Maker = ({ chance, fresh }) =>
  thing(
    "UrlCheck",
    { name: fresh("uc") },
    specOf(
      "UrlCheck",
      { regex: chance.pick(["^http://example\\.org/.*$", "^https://static\\.example\\.org/.*$"]) },
      chance,
    ),
  );

/** By the name of the kind in manifests. */
export const accessMakers: Readonly<Record<string, Maker>> = {
  AccessRules: accessRules,
  Role: role,
  User: user,
  KeystorePassword: keystorePassword,
  CatalogMode: catalogMode,
  UrlCheck: urlCheck,
};
