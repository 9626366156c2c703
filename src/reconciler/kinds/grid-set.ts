/**
 * Grid sets of the tile cache. A PUT replaces a grid set as a whole, so undeclared fields are
 * sent as they are. Servers do not check which tile layers use a grid set, so the plan does
 * (docs/compatibility.md, "Tile cache").
 */
import { defined } from "../../model/defined.ts";
import type { Address } from "../../model/address.ts";
import { isBuiltInGridSet } from "../../model/built-in-grid-sets.ts";
import { completeGridSet, type GridSet, type GridSetInput } from "../../model/grid-set.ts";
import { nameProblem } from "../../model/name.ts";
import { parseGridSet, renderGridSetInput } from "../../wire/grid-set.ts";
import { parseNames } from "../../wire/list.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import { ifMatch, type Reader } from "../../wire/request.ts";
import { WireError } from "../../wire/wire-error.ts";
import {
  namesText,
  bindKind,
  isSet,
  sameFact,
  type DangerousChange,
  type Danger,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Manifest,
  type Resolution,
  type Step,
  type WantedObject,
} from "../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "./declare/each.ts";
import { differingGrid, gridSetFields, declaredFacts, shownFacts } from "./grid-set/facts.ts";
import {
  declareGridSet,
  gridSetSpec,
  readGridSet,
  type DeclaredGridSet,
  type GridSetSpec,
} from "./grid-set/spec.ts";
import { nameProblems } from "./identity/name.ts";
import {
  findUsers,
  isGoing,
  tileLayersText,
  usersAfter,
  withUsers,
  type FindUsers,
} from "./tile-cache/users.ts";
import { gridSetIn } from "./published/tile-facts.ts";

const KIND = "GridSet";

const kind: Kind<GridSetSpec, DeclaredGridSet> = {
  name: KIND,
  manifest: {
    kind: KIND,
    description:
      "A grid set of the tile cache: how the world of a reference system is cut into tiles. Those that every tile cache has are not declared.",
    workspace: "none",
    spec: gridSetSpec,
    example: {
      metadata: { name: "EPSG:2056" },
      spec: {
        srs: 2056,
        extent: [2_420_000, 1_030_000, 2_900_000, 1_350_000],
        resolutions: [4000, 2000, 1000, 500],
      },
    },
    requests: ["PUT gridSet", "DELETE gridSet"],
  },
  fields: gridSetFields,
  weight: 20,
  resolve: async (manifest) => resolve(manifest),
  observe: async (context, wanted) => {
    const users = findUsers(context.read);
    const found = await Promise.all(wanted.map((one) => observe(context, one, users)));
    return found.filter((live) => live !== undefined);
  },
  list: { outside: ({ read }) => listOwn(read) },
  declare: async (context, place) => {
    if (place.workspace !== null) return NOTHING;
    return declareEach(await listOwn(context.read), place, async (address) => {
      const found = await readSet(context, address.name);
      if (found === undefined) return goneMeanwhile(address);
      return { ...address, spec: declareGridSet(address.name, found.set) };
    });
  },
  create: async ({ address: { name }, payload: { whole } }) => [
    putStep(name, whole, { summary: `create grid set ${name}`, etag: undefined }),
  ],
  update: async ({ resource: { address, payload }, live: { etag }, fields }, context) => {
    const { name } = address;
    const words = namesText(fields, gridSetFields);
    const before = await readSet(context, name);
    const set = changed(name, payload, before?.set);
    return [putStep(name, set, { summary: `change ${words} of grid set ${name}`, etag })];
  },
  remove: ({ address: { name }, etag }) => [
    {
      summary: `delete grid set ${name}`,
      request: { method: "DELETE", path: pathTo("gridSet", { gridSet: name }), ...ifMatch(etag) },
    },
  ],
  access: { dangers },
};

function resolve(manifest: Manifest<GridSetSpec>): Resolution<DeclaredGridSet> {
  const { name, locate } = manifest;
  const { declared, diagnostics: found } = readGridSet(manifest);
  const diagnostics = [...nameProblems(manifest, "grid set", gridSetNameProblem), ...found];
  if (declared === undefined || diagnostics.length > 0) return { resources: [], diagnostics };
  const resource = {
    address: addressOf(name),
    facts: declaredFacts(declared.said, declared.whole),
    payload: declared,
    requires: [],
    where: locate(["metadata", "name"]),
  };
  return { resources: [resource], diagnostics };
}

function gridSetNameProblem(name: string): string | undefined {
  if (isBuiltInGridSet(name)) return "is that of a grid set which every tile cache has; it stays";
  return nameProblem(name.replaceAll(":", ""));
}

function addressOf(name: string): Address {
  return { kind: KIND, workspace: null, name };
}

async function listOwn(read: Reader): Promise<readonly Address[]> {
  const response = await getIfThere(read, pathTo("gridSets", {}, "xml"));
  const names = response === undefined ? [] : parseNames(response, "gridSet");
  return names.filter((name) => !isBuiltInGridSet(name)).map(addressOf);
}

async function readSet(
  { read }: KindContext,
  name: string,
): Promise<{ readonly set: GridSet; readonly etag: string | undefined } | undefined> {
  const path = pathTo("gridSet", { gridSet: name }, "xml");
  const response = await getIfThere(read, path);
  if (response === undefined) return undefined;
  const set = completeGridSet(name, parseGridSet(response));
  if (typeof set === "string")
    throw new WireError("meaningless", `GET ${path}: the grid set ${set}`);
  return { set, etag: response.headers["etag"] };
}

async function observe(
  context: KindContext,
  wanted: WantedObject<DeclaredGridSet>,
  users: FindUsers,
): Promise<Live | undefined> {
  const { address } = wanted;
  const found = await readSet(context, address.name);
  if (found === undefined) return undefined;
  const facts = shownFacts(found.set, wanted.facts);
  const isAsWanted = (asked: Facts) =>
    Object.entries(asked).every(([name, value]) => sameFact(facts[name], value));
  const using = isGoing(context, wanted, isAsWanted)
    ? await users(({ gridSets }) => gridSets.includes(address.name))
    : [];
  return { address, facts: withUsers(facts, using), requires: [], etag: found.etag };
}

function changed(
  name: string,
  { said, whole }: DeclaredGridSet,
  before: GridSet | undefined,
): GridSet {
  if (before === undefined) return whole;
  const { metersPerUnit, scaleNames, resolutions: _, scaleDenominators: __, ...kept } = before;
  const input: GridSetInput = {
    ...kept,
    // It converts scales to resolutions.
    ...(said.scaleDenominators === undefined ? { metersPerUnit } : {}),
    ...(scaleNames.length === whole.scaleNames.length ? { scaleNames } : {}),
    ...defined(said),
  };
  const set = completeGridSet(name, input);
  return typeof set === "string" ? whole : set;
}

function putStep(
  name: string,
  set: GridSet,
  { summary, etag }: { readonly summary: string; readonly etag: string | undefined },
): Step {
  return {
    summary,
    request: {
      method: "PUT",
      path: pathTo("gridSet", { gridSet: name }),
      mediaType: mediaTypes.xml,
      body: { kind: "text", text: renderGridSetInput(name, set) },
      ...ifMatch(etag),
    },
  };
}

function dangers(change: DangerousChange): readonly Danger[] {
  const { action, address, before, after } = change;
  const users = usersAfter(
    change,
    ({ gridsets }) => !isSet(gridsets) || gridsets.map(gridSetIn).includes(address.name),
  );
  if (users.length === 0 || before === undefined) return [];
  const them = tileLayersText(users);
  if (action === "delete")
    return [
      {
        name: "grid-set-in-use",
        message: `Deleting the grid set ${address.name} takes it from ${them}: a stock server then refuses the capabilities of its tile service after the next reload`,
      },
    ];
  const differing = after === undefined ? [] : differingGrid(before, after);
  if (action !== "update" || differing.length === 0) return [];
  const message = `The grid set ${address.name} changes (${namesText(differing, gridSetFields)}) under ${them}, whose cached tiles no longer fit: truncate them`;
  return [{ name: "grid-set-in-use", message }];
}

export const gridSetKind = bindKind(kind);
