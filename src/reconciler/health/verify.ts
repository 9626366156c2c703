/**
 * Looks at layers and groups as map users see them, and says which are served as declared. GET and
 * HEAD only; requests, time and objects are bounded (`limits.verify`).
 */
import { compareAddresses, type Address } from "../../model/address.ts";
import { addressMap } from "../../model/address-map.ts";
import { each } from "../../model/each.ts";
import { verify as limits } from "../../model/limits.ts";
import { viewsOf, type MapRules } from "../../model/map-access.ts";
import { reasonOf } from "../../model/failure.ts";
import { resourcePath } from "../../wire/paths.ts";
import { capabilitiesOf } from "../../wire/map-request.ts";
import { isUnreadable } from "../../wire/reading.ts";
import { succeeded, type Reader } from "../../wire/request.ts";
import { judged, type Finding, type HealthResult, type ObjectHealth } from "./health.ts";
import { lookAtLayer, type LayerLook } from "./look-at-layer.ts";
import { lookAtLists, lookAtTileCache, type Drawn } from "./look-at-lists.ts";
import type { Look, MapServices, Onlooker } from "./look.ts";
import { findingsByMembers } from "./members.ts";
import { scalesIn } from "./scales.ts";
import { storesIn } from "./served.ts";
import { endpointsOf } from "./surroundings.ts";
import { lookWithoutMaps } from "./without-maps.ts";

/** A file that must be in the data directory, by the object that brings it. */
export interface NeededFile {
  readonly address: Address;
  /** Path in the data directory. */
  readonly path: string;
}

/** What is looked at, as whom, and what is declared. */
export interface VerifyInput {
  readonly read: Reader;
  readonly services: MapServices;
  /** The applying account first, then nobody, then others. */
  readonly accounts: readonly Onlooker[];
  readonly rules: MapRules;
  /** Layers and groups. */
  readonly targets: readonly Address[];
  readonly files: readonly NeededFile[];
  readonly declaredAs: Look["declaredAs"];
  readonly isTiled: Look["isTiled"];
  readonly declares: Look["declares"];
  readonly interrupted?: () => boolean;
  /** Milliseconds, for tests. */
  readonly clock?: () => number;
}

/** Why an object was not looked at. */
const notLooked = {
  late: "was not looked at: the time for all of them was up",
  stopped: "was not looked at: interrupted",
} as const;

/** Never rejects because of one object; rejects where the server cannot be read at all. */
export async function verify(input: VerifyInput): Promise<HealthResult> {
  const { services, accounts, rules, targets, clock = () => performance.now() } = input;
  const began = clock();
  let reads = 0;
  const read: Reader = (request) => {
    reads++;
    return input.read(request);
  };
  const look: Look = {
    read,
    services,
    accounts,
    views: viewsOf(rules),
    mode: rules.mode,
    endpointOf: endpointsOf(read),
    scalesOf: scalesIn(read),
    isStoreOn: storesIn(read),
    declaredAs: input.declaredAs,
    isTiled: input.isTiled,
    declares: input.declares,
  };
  const taken = targets.slice(0, limits.layers);
  const over = () =>
    input.interrupted?.() === true
      ? "stopped"
      : clock() - began > limits.allMs
        ? "late"
        : undefined;
  const draws = await hasMapServices(look);
  const found = await lookAtAll(look, taken, draws ? lookAtLayer : documentsOf, over);
  const lists = draws && over() === undefined ? await lookAtAllLists(look, found) : NO_LISTS;
  const files = await lookAtFiles({ ...input, read }, over);
  const known = found.map(({ findings, drawn }) => ({ served: drawn?.served, findings }));
  const byName = new Map(known.map((one) => [one.served?.name ?? "", one]));
  const objects = [
    ...found.map(({ address, findings, drawn }) => {
      const own = findingsByMembers({ served: drawn?.served, findings }, byName);
      return judged(address, [...own, ...(lists.byName.get(drawn?.served.name ?? "") ?? [])]);
    }),
    ...files,
  ].toSorted((a, b) => compareAddresses(a.address, b.address));
  return {
    draws,
    objects,
    everyone: lists.everyone,
    left: targets.length - taken.length,
    looksLeft: found.reduce((sum, { left }) => sum + left, 0),
    accounts: accounts.map(({ name }) => name),
    requests: services.sent() + reads,
    milliseconds: Math.round(clock() - began),
  };
}

async function documentsOf(look: Look, address: Address): Promise<LayerLook> {
  return { findings: await lookWithoutMaps(look, address), served: undefined, isDrawn: false };
}

/** What a GET says decides: the included server has no map services. */
async function hasMapServices({ services, accounts }: Look): Promise<boolean> {
  const [own] = accounts;
  const answer = await services.stream(capabilitiesOf(undefined), own?.name ?? "", () => true);
  return "silent" in answer || answer.status !== 404;
}

interface Looked {
  readonly address: Address;
  readonly findings: readonly Finding[];
  readonly drawn: Drawn | undefined;
  readonly left: number;
}

type Over = () => keyof typeof notLooked | undefined;

async function lookAtAll(
  look: Look,
  targets: readonly Address[],
  lookAt: typeof lookAtLayer,
  over: Over,
): Promise<readonly Looked[]> {
  const lookAtOne = async (address: Address, turn: number): Promise<Looked> => {
    const unknown = (text: string): Looked => {
      return { address, findings: [{ health: "unknown", text }], drawn: undefined, left: 0 };
    };
    const why = over();
    if (why !== undefined) return unknown(notLooked[why]);
    try {
      const { findings, served, isDrawn, left = 0 } = await lookAt(look, address, turn);
      return { address, findings, drawn: served && { served, isDrawn }, left };
    } catch (error) {
      // One object must not end the look at all others.
      if (!isUnreadable(error)) throw error;
      return unknown(reasonOf(error));
    }
  };
  return each(targets, lookAtOne, limits.underWay);
}

interface AllLists {
  readonly byName: ReadonlyMap<string, readonly Finding[]>;
  readonly everyone: readonly Finding[];
}

const NO_LISTS: AllLists = { byName: new Map(), everyone: [] };

async function lookAtAllLists(look: Look, found: readonly Looked[]): Promise<AllLists> {
  const drawn = found.flatMap(({ drawn: one }) => (one === undefined ? [] : [one]));
  const places = Map.groupBy(drawn, ({ served }) => served.address.workspace);
  const lists = await each(
    [...places],
    ([workspace, layers]) => lookAtLists(look, workspace ?? undefined, layers),
    limits.underWay,
  );
  const isCached = drawn.length > 0;
  return {
    byName: new Map(lists.flatMap(({ findings }) => [...findings])),
    everyone: [
      ...(isCached ? await lookAtTileCache(look, drawn) : []),
      ...lists.flatMap(({ everyone }) => everyone),
    ],
  };
}

async function lookAtFiles(
  { read, files }: VerifyInput,
  over: Over,
): Promise<readonly ObjectHealth[]> {
  const found = addressMap<Finding[]>();
  await each(
    files.slice(0, limits.files),
    async ({ address, path }) => {
      if (over() !== undefined) return;
      const finding = await fileFinding(read, path);
      if (finding === undefined) return;
      found.set(address, [...(found.get(address) ?? []), finding]);
    },
    limits.underWay,
  );
  return [...found].map(([address, findings]) => judged(address, findings));
}

async function fileFinding(read: Reader, path: string): Promise<Finding | undefined> {
  try {
    const response = await read({ method: "HEAD", path: resourcePath(path) });
    if (succeeded(response)) return undefined;
    if (response.status === 404)
      return { health: "degraded", text: `the file ${path} is not in the data directory` };
    const text = `the file ${path} was asked for, and the answer was ${response.status}`;
    return { health: "unknown", text };
  } catch (error) {
    return { health: "unknown", text: reasonOf(error) };
  }
}

/** For the accounts of a look: nobody in particular has not logged in. */
export const NOBODY: Onlooker = { name: "nobody", isNobody: true, roles: ["ROLE_ANONYMOUS"] };
