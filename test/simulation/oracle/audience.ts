/**
 * Who gets what of a catalog: for every account, service and layer what it shows, as the servers decide it.
 * What an account gets is a grant: rows and columns of a source. A grant is no more than another where
 * the source is the same, the other shows all rows or the same ones, and the other shows all columns or more.
 * What a member shows through a group may be what the member shows by itself: who reads it there reads nothing else.
 */
import { oracle } from "../../property/rule-oracle.ts";
import { serviceNames, type LayerOf, type Rules, type World } from "./world.ts";

/** What is shown. Of what nobody may read, a catalog mode may show the name: in lists, or to who asks for it. */
export type Grant =
  | {
      readonly shows: "data";
      readonly source: string;
      readonly filter: string | undefined;
      readonly columns: ReadonlySet<string> | undefined;
    }
  | { readonly shows: "name in lists" | "name" };

/** A grant, and the layer that it is of. */
interface LayerGrant {
  readonly layer: string;
  readonly grant: Grant;
}

/** What is asked: an account calls an operation of a service, and names a layer or a group. */
interface Question {
  /** Account, service and operation. */
  readonly about: string;
  readonly name: string;
}

/** Grants by what is asked. */
export type Audience = ReadonlyMap<string, Question & { readonly grants: readonly LayerGrant[] }>;

function keyOf({ about, name }: Question): string {
  return `${about} ${name}`;
}

/** Roles that rules and accounts of any of these catalogs name. */
export function rolesIn(worlds: readonly World[]): readonly string[] {
  const all = worlds.flatMap(({ rules }) =>
    Object.values(rules).flatMap((list) => list.flatMap(([, roles]) => roles)),
  );
  return [...new Set(all)].filter((role) => role !== "*" && !ADMINISTRATORS.has(role)).toSorted();
}

const ADMINISTRATORS = new Set(["ADMIN", "ROLE_ADMINISTRATOR", "GROUP_ADMIN", "ROLE_GROUP_ADMIN"]);

const LISTS = "GetCapabilities";

/** Operations that rules name, and the lists, which stand for all others. */
const OPERATIONS = {
  wms: ["GetMap", "GetFeatureInfo", LISTS],
  wfs: ["GetFeature", "Transaction", LISTS],
  wcs: ["GetCoverage", LISTS],
  wmts: ["GetTile", LISTS],
} as const;

/** Who asks. */
interface Account {
  readonly name: string;
  readonly roles: readonly string[];
}

/** What everybody gets, of accounts without a role, with one of these roles, and of those that there are. */
export function audienceOf(world: World, roles: readonly string[]): Audience {
  const accounts: readonly Account[] = [
    { name: "nobody", roles: [] },
    ...roles.map((role) => ({ name: role, roles: [role] })),
    ...[...world.accounts]
      .filter(([, own]) => ![...own].some((role) => ADMINISTRATORS.has(role)))
      .map(([name, own]) => ({ name: `account ${name}`, roles: [...own] })),
  ];
  const audience = new Map<string, Question & { readonly grants: readonly LayerGrant[] }>();
  for (const account of accounts)
    for (const [question, grants] of grantsOf(world, account))
      audience.set(keyOf(question), { ...question, grants });
  return audience;
}

type Answered = readonly [Question, readonly LayerGrant[]];

function* grantsOf(world: World, account: Account): Generator<Answered> {
  for (const service of serviceNames)
    for (const operation of OPERATIONS[service]) {
      if (!mayCall(world, account, service, operation)) continue;
      for (const place of [null, ...world.workspaces.keys()]) {
        if (!answers(world, service, operation, place)) continue;
        const asked = { service, operation, place };
        const door = `${place === null ? "" : `${place}/`}${service}`;
        const about = `${account.name}: ${door} ${operation}`;
        for (const [name, grants] of shownAt(world, account, asked))
          yield [{ about, name }, grants];
      }
    }
  yield* restGrants(world, account);
}

/** Whether rules let an account call an operation: the most special rule says it, or everybody may. */
function mayCall(
  { rules }: World,
  { roles }: Account,
  service: string,
  operation: string,
): boolean {
  const found = [`${service}.${operation}`, `${service}.*`, "*.*"]
    .map((key) => rules.services.find(([own]) => own === key)?.[1])
    .find((granted) => granted !== undefined);
  return found === undefined || found.includes("*") || found.some((role) => roles.includes(role));
}

/** Whether a service answers: that of the workspace where it has one for itself. */
function answers(
  { services, hasGlobalServices }: World,
  service: string,
  operation: string,
  place: string | null,
): boolean {
  if (place === null && !hasGlobalServices) return false;
  const own =
    (place === null ? undefined : services.get(`${place}/${service}`)) ?? services.get(service);
  return own !== undefined && own.isOn && (operation !== "Transaction" || own.writes);
}

interface Asked {
  readonly service: string;
  readonly operation: string;
  /** A workspace, or null for the services of the server. */
  readonly place: string | null;
}

function* shownAt(
  world: World,
  account: Account,
  asked: Asked,
): Generator<readonly [string, readonly LayerGrant[]]> {
  const { place, service } = asked;
  for (const [key, layer] of world.layers) {
    if (!isWithin(world, layer.workspace, place)) continue;
    const grant = grantOf(world, account, layer, asked);
    if (grant !== undefined) yield [key, [{ layer: key, grant }]];
  }
  if (service !== "wms" && service !== "wmts") return;
  for (const [key, group] of world.groups) {
    if (!isWithin(world, group.workspace, place)) continue;
    const grants = [...grantsOfGroup({ world, account, asked }, key, new Set())];
    if (grants.length > 0) yield [`group ${key}`, grants];
  }
}

/** Whether services at a place know what a workspace holds; null stands for what is in none. */
function isWithin({ workspaces }: World, workspace: string | null, place: string | null): boolean {
  if (place !== null) return workspace === place;
  return workspace === null || workspaces.get(workspace) !== true;
}

/** Whether an operation knows something that is there. */
function knows(
  { isListed, isQueryable }: Pick<LayerOf, "isListed" | "isQueryable">,
  operation: string,
): boolean {
  if (operation === LISTS) return isListed;
  return operation !== "GetFeatureInfo" || isQueryable;
}

/** What a layer shows. */
function grantOf(
  { rules, mode }: World,
  { roles }: Account,
  layer: LayerOf,
  { service, operation }: Asked,
): Grant | undefined {
  if (!layer.isOn || layer.disabledServices.has(service)) return undefined;
  if (!knows(layer, operation)) return undefined;
  const target = [layer.workspace, layer.name] as const;
  const writes = operation === "Transaction";
  // What cannot be read is not there for who would write it.
  const isReadable = oracle(rules.layers, roles, target, "r");
  if (isReadable && (!writes || oracle(rules.layers, roles, target, "w"))) {
    const { source, filter, columns } = layer;
    return { shows: "data", source, filter, columns };
  }
  if (writes || mode === "HIDE") return undefined;
  return { shows: mode === "CHALLENGE" ? "name in lists" : "name" };
}

/** What the members of a group show through it, each for itself. */
function* grantsOfGroup(
  {
    world,
    account,
    asked,
  }: { readonly world: World; readonly account: Account; readonly asked: Asked },
  key: string,
  seen: Set<string>,
): Generator<LayerGrant> {
  const group = world.groups.get(key);
  if (group === undefined || !group.isOn || seen.has(key)) return;
  if (!knows(group, asked.operation)) return;
  seen.add(key);
  const { workspace, name, members } = group;
  if (!oracle(world.rules.layers, account.roles, [workspace, name], "r")) return;
  for (const member of members) {
    const layer = world.layers.get(member);
    const isKnown = layer !== undefined && isWithin(world, layer.workspace, asked.place);
    const grant = isKnown ? grantOf(world, account, layer, asked) : undefined;
    if (grant?.shows === "data") yield { layer: member, grant };
    if (layer === undefined) yield* grantsOfGroup({ world, account, asked }, member, seen);
  }
}

/** Documents of layers, as far as rules on requests and on layers show them. */
function* restGrants(world: World, { name: account, roles }: Account): Generator<Answered> {
  for (const [key, { workspace, name }] of world.layers) {
    if (!oracle(world.rules.layers, roles, [workspace, name], "r")) continue;
    for (const path of [`/layers/${key}`, `/workspaces/${workspace}/layers/${name}`])
      if (mayGet(world.rules.rest, roles, path))
        yield [
          { about: `${account}: GET`, name: path },
          [{ layer: key, grant: { shows: "name" } }],
        ];
  }
}

/** Whether the first rule for a request grants it; without one nobody but administrators may. */
function mayGet(rules: Rules, roles: readonly string[], path: string): boolean {
  const found = rules.find(([key]) => {
    const at = key.lastIndexOf(":");
    return (
      key
        .slice(at + 1)
        .split(",")
        .includes("GET") && covers(key.slice(0, at), path)
    );
  });
  return found?.[1].some((role) => role === "*" || roles.includes(role)) ?? false;
}

/** A pattern in which `**` stands for any folders, `*` for anything in one name. */
function covers(pattern: string, path: string): boolean {
  const source = pattern
    .split("/")
    .slice(1)
    .map((part) =>
      part === "**"
        ? "(?:/[^/]+)*"
        : `/${RegExp.escape(part).replaceAll("\\*", "[^/]*").replaceAll("\\?", "[^/]")}`,
    );
  return new RegExp(`^${source.join("")}$`).test(path);
}

const SHOWN = ["name", "name in lists", "data"];

/** Whether a grant shows no more than another. */
function isWithinGrant(one: Grant, other: Grant): boolean {
  if (one.shows !== "data" || other.shows !== "data")
    return SHOWN.indexOf(one.shows) <= SHOWN.indexOf(other.shows);
  if (one.source !== other.source) return false;
  const rows = other.filter === undefined || other.filter === one.filter;
  const columns = other.columns === undefined || (one.columns?.isSubsetOf(other.columns) ?? false);
  return rows && columns;
}

/** What is shown now and neither before nor after, in words; but for what is passed over. */
export function exposures(
  now: Audience,
  { before, after }: { readonly before: Audience; readonly after: Audience },
  isPassed: (layer: string, grant: Grant) => boolean,
): readonly string[] {
  const shown = (question: Question, layer: string) =>
    [before, after].flatMap((audience) =>
      (audience.get(keyOf(question))?.grants ?? []).flatMap((one) =>
        one.layer === layer ? [one.grant] : [],
      ),
    );
  return [...now.values()].flatMap(({ about, name, grants }) =>
    grants.flatMap(({ layer, grant }) => {
      if (isPassed(layer, grant)) return [];
      // Who has an account may also ask as nobody: an account that is made meanwhile was not there before.
      const asNobody = about.replace(/^.*?(?=: )/, "nobody");
      const allowed = [about, asNobody].flatMap((one) =>
        [name, layer].flatMap((asked) => shown({ about: one, name: asked }, layer)),
      );
      if (allowed.some((other) => isWithinGrant(grant, other))) return [];
      const usual = allowed.map(told).join(" | ") || "nothing";
      return [`${about} ${name} gets ${told(grant)}, before and after ${usual}`];
    }),
  );
}

function told(grant: Grant): string {
  if (grant.shows !== "data") return grant.shows;
  const { source, filter = "all rows", columns } = grant;
  return `${filter}, ${columns === undefined ? "all columns" : `columns ${[...columns].join(" ")}`} of ${source.slice(0, 160)}`;
}
