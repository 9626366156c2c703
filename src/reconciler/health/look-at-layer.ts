/** Looks at one layer or group as map users see it. GET only. */
import type { Address } from "../../model/address.ts";
import type { Coordinate } from "../../model/geometry.ts";
import { splitQualifiedName } from "../../model/layer.ts";
import { verify as limits } from "../../model/limits.ts";
import type { MapOperation, MapView } from "../../model/map-access.ts";
import { featuresIn, pictureIn, type MapAnswer, type MapResponse } from "../../wire/map-answer.ts";
import {
  DEGREES,
  featureOf,
  mapOf,
  tileOf,
  windowAround,
  type MapRequest,
  type MapWindow,
} from "../../wire/map-request.ts";
import { causeOf } from "./causes.ts";
import type { Finding } from "./health.ts";
import type { Endpoint, Look, Onlooker } from "./look.ts";
import { membersOf } from "./members.ts";
import { readServed, readTileLayer, type Served } from "./served.ts";
import { tileAt } from "./tile.ts";

const GET_MAP: MapOperation = { service: "wms", method: "GetMap" };
const GET_FEATURE: MapOperation = { service: "wfs", method: "GetFeature" };
/** Only a rule on all of `gwc` guards tiles. */
const GET_TILE: MapOperation = { service: "gwc", method: "" };

/** A look at one layer, with what its listing must say. */
export interface LayerLook {
  readonly findings: readonly Finding[];
  /** Undefined where there is no such layer, and where no list of maps can name it. */
  readonly served: Served | undefined;
  /** Whether a map of it came, so that it belongs in the lists of those who may see it. */
  readonly isDrawn: boolean;
  /** Accounts that did not look, because of the bound of requests. */
  readonly left?: number;
}

/** Requests that may still be sent for one layer. */
interface Allowance {
  left: number;
}

interface Job {
  readonly look: Look;
  readonly served: Served;
  readonly endpoint: Endpoint;
  readonly allowance: Allowance;
}

/** `turn` shifts which accounts look where not all of them can. Throws ReadError. */
export async function lookAtLayer(look: Look, address: Address, turn: number): Promise<LayerLook> {
  const found = await readServed(look.read, address);
  if (found === undefined)
    return {
      findings: [{ health: "degraded", text: "is not there" }],
      served: undefined,
      isDrawn: false,
    };
  const enabled = found.enabled && (await look.isStoreOn(found.store));
  const served = { ...found, enabled, store: found.store && look.declaredAs(found.store) };
  const allowance = { left: limits.requestsPerLayer - (served.sort === "group" ? 1 : 2) };
  const services = await look.endpointOf(address.workspace);
  const endpoint = { ...services, wfs: services.wfs && !served.closed.has("wfs") };
  const job: Job = { look, served, endpoint, allowance };
  if (served.name.includes(","))
    return { findings: [{ health: "unknown", text: COMMA }], served: undefined, isDrawn: false };
  const why = undrawn(job, services);
  if (why !== undefined) return { findings: [why], served: undefined, isDrawn: false };
  return lookThrough(job, turn);
}

const COMMA = "was not looked at: a comma in its name separates layers in requests";

/** Why there is no map of it to look at. */
function undrawn({ look, served }: Job, { wms, workspace }: Endpoint): Finding | undefined {
  const { closed, isContainer, published } = served;
  if (isContainer)
    return { health: "healthy", text: "is a container, which has no map of its own" };
  const place = workspace === undefined ? "" : ` in ${workspace}`;
  if (!wms) return { health: "healthy", text: `is not drawn: the Web Map Service is off${place}` };
  if (!closed.has("wms")) return undefined;
  const isDeclared = published && look.declares(published, "disabledServices") !== undefined;
  const text = "is not drawn: the Web Map Service does not offer it";
  return isDeclared ? { health: "healthy", text } : undeclared(text);
}

/** What somebody changed on the server and map users miss. */
function undeclared(text: string, cause?: Address): Finding {
  return { health: "degraded", text: `${text}, and no manifest says so`, cause };
}

async function lookThrough(job: Job, turn: number): Promise<LayerLook> {
  const { look, served, allowance } = job;
  const isTiled = look.isTiled(served.address) && served.enabled;
  const kept = isTiled ? 2 : 0;
  const others = turned(look.accounts.slice(1), turn);
  const place = served.sort === "features" ? await findFeature(job) : NOWHERE;
  const windows = await windowsOf(job, place);
  const most = Math.max(1, allowance.left - kept - Math.min(others.length, 1));
  const maps = await lookAtMaps(job, windows.slice(0, most));
  const seen = windows[maps.best] ?? windows[0];
  const tile = isTiled ? await lookAtTile(job, place.first ?? centreOf(served)) : [];
  const by =
    seen === undefined
      ? { findings: [], left: 0 }
      : await lookAsOthers(job, others, seen, maps.isDrawn);
  return {
    findings: [...place.findings, ...maps.findings, ...unlisted(job), ...tile, ...by.findings],
    served,
    isDrawn: maps.isDrawn,
    left: by.left,
  };
}

function turned(accounts: readonly Onlooker[], turn: number): readonly Onlooker[] {
  // Nobody in particular always looks; the others take turns.
  const [nobody, ...others] = accounts;
  if (nobody === undefined) return [];
  const at = others.length === 0 ? 0 : turn % others.length;
  return [nobody, ...others.slice(at), ...others.slice(0, at)];
}

interface Place {
  readonly first: Coordinate | undefined;
  readonly findings: readonly Finding[];
  /** Whether the source has no feature. */
  readonly isEmpty: boolean;
}

const NOWHERE: Place = { first: undefined, findings: [], isEmpty: false };

/** Where a feature is: maps are requested around it, because a whole table can be large. */
async function findFeature(job: Job): Promise<Place> {
  const { look, served, endpoint } = job;
  const view = viewBy(job, own(look), GET_FEATURE);
  if (!endpoint.wfs || !served.enabled || view !== "served") return NOWHERE;
  const answer = await asked(
    job,
    featureOf(served.name, endpoint.workspace),
    own(look).name,
    featuresIn,
  );
  if (answer.what === "features")
    return { first: answer.first, findings: [], isEmpty: answer.count === 0 };
  return { ...NOWHERE, findings: [failed("GetFeature", answer, served)] };
}

function own({ accounts }: Look): Onlooker {
  return accounts[0] ?? { name: "", isNobody: true, roles: [] };
}

/**
 * A group is drawn without the members that the caller may not see; with none left there is no such
 * map. In the mode CHALLENGE one such member is enough for a refusal.
 */
function viewBy({ look, served }: Job, by: Onlooker, operation: MapOperation): MapView {
  const view = look.views(by, served.address, operation);
  const seen = membersOf(served).map((name) => look.views(by, splitQualifiedName(name), operation));
  if (view !== "served" || seen.length === 0) return view;
  const isServed = (one: MapView) => one === "served";
  if (look.mode === "CHALLENGE") return seen.every(isServed) ? view : "challenged";
  return seen.some(isServed) ? view : "hidden";
}

/** The most telling window first. */
async function windowsOf({ look, served }: Job, place: Place): Promise<readonly MapWindow[]> {
  const { sort, extent, style } = served;
  if (sort === "group" || sort === "cascaded") return extent === undefined ? [] : [extent];
  const centre = place.first ?? centreOf(served);
  if (centre === undefined) return [];
  const scales = await look.scalesOf(style);
  if (sort === "raster" && extent !== undefined && scales.length <= 1) return [extent];
  return scales.map((scale) => windowAround(centre, scale));
}

/** Undefined where nothing says where the layer is. */
function centreOf({ extent }: Served): Coordinate | undefined {
  if (extent === undefined || extent.srs !== DEGREES) return undefined;
  const [minx, miny, maxx, maxy] = extent.box;
  return [(minx + maxx) / 2, (miny + maxy) / 2];
}

interface Maps {
  readonly findings: readonly Finding[];
  readonly isDrawn: boolean;
  /** Index of the window that showed something. */
  readonly best: number;
}

async function lookAtMaps(job: Job, windows: readonly MapWindow[]): Promise<Maps> {
  const { look, served, endpoint } = job;
  const view = viewBy(job, own(look), GET_MAP);
  if (windows.length === 0) {
    const text = "was not drawn: it has no extent, so nothing says where";
    return { findings: [{ health: "unknown", text }], isDrawn: false, best: 0 };
  }
  const answers: MapAnswer[] = [];
  for (const window of windows) {
    const answer = await asked(
      job,
      mapOf(served.name, endpoint.workspace, window),
      own(look).name,
      pictureIn,
    );
    answers.push(answer);
    if (answer.what !== "picture") break;
  }
  const last = answers.at(-1);
  if (view !== "served") return { findings: [ofHidden(last, view)], isDrawn: false, best: 0 };
  if (!served.enabled) return { findings: [ofOff(last, job)], isDrawn: false, best: 0 };
  const best = answers.findIndex((one) => one.what === "picture" && !one.isBlank);
  if (last !== undefined && last.what !== "picture")
    return { findings: [failed("GetMap", last, served)], isDrawn: false, best: Math.max(0, best) };
  if (best >= 0) return { findings: [], isDrawn: true, best };
  const text =
    "is drawn without a visible pixel: no feature there, no data, or another coordinate system than declared";
  return { findings: [{ health: "unknown", text }], isDrawn: true, best: 0 };
}

function ofHidden(answer: MapAnswer | undefined, view: MapView): Finding {
  const isShut = answer !== undefined && isRefusal(answer);
  if (!isShut)
    return {
      health: "unknown",
      text: "a rule shuts the applying account out, and the answer is no refusal",
    };
  const text =
    view === "refused"
      ? "a rule on the service shuts the applying account out, too"
      : "hidden from the applying account";
  return { health: "unknown", text };
}

function ofOff(answer: MapAnswer | undefined, { look, served }: Job): Finding {
  if (answer?.what === "picture")
    return { health: "exposed", text: "is served, although it is off" };
  const switches = [served.address, served.published, served.store];
  const isDeclared = switches.some((one) => one && look.declares(one, "enabled") === false);
  return isDeclared ? { health: "healthy", text: "is off" } : undeclared("is off on the server");
}

/** What keeps it from the lists and services of everybody. A mapping advertises types by itself. */
function unlisted({ look, served, endpoint }: Job): readonly Finding[] {
  const { isOffered, address, published = address, store } = served;
  const isMapped = store?.kind === "AppSchemaStore";
  const isMissed = !isOffered && !isMapped && look.declares(published, "advertised") === undefined;
  const place: Address = { kind: "Workspace", workspace: null, name: address.workspace ?? "" };
  const isShut = endpoint.isIsolated && look.declares(place, "isolated") !== true;
  const isOurs = look.declares(place, "namespace") !== undefined;
  return [
    ...(isMissed ? [undeclared("is not advertised on the server")] : []),
    ...(isShut && isOurs
      ? [undeclared("is in a workspace that is isolated on the server", place)]
      : []),
  ];
}

/** Whether the account cannot tell that there is such a layer, or is sent away. */
function isRefusal(answer: MapAnswer): boolean {
  if (answer.what === "refused") return true;
  if (answer.what !== "exception") return false;
  return (
    answer.code === "LayerNotDefined" ||
    /^Could not find layer|layer does not exist|^Feature type \S+ unknown$/.test(answer.text)
  );
}

function failed(operation: string, answer: MapAnswer, served: Served): Finding {
  if (answer.what === "other") return { health: "unknown", text: `${operation}: ${answer.words}` };
  if (answer.what === "refused")
    return {
      health: "degraded",
      text: `${operation} is refused with ${answer.status} to the applying account`,
    };
  if (answer.what !== "exception")
    return { health: "unknown", text: `${operation}: an answer of another sort` };
  if (isRefusal(answer))
    return {
      health: "degraded",
      text: `${operation}: the server has no such layer, although it is on`,
    };
  return { health: "degraded", ...causeOf(answer.text, served) };
}

/** Others than the applying account: each must get what the rules say. */
async function lookAsOthers(
  job: Job,
  others: readonly Onlooker[],
  window: MapWindow,
  isDrawn: boolean,
): Promise<{ readonly findings: readonly Finding[]; readonly left: number }> {
  const { served, endpoint, allowance } = job;
  const findings: Finding[] = [];
  let left = 0;
  for (const account of others) {
    const view = viewBy(job, account, GET_MAP);
    // A fault that the applying account met says nothing new to those who may see it.
    if (!served.enabled || (view === "served" && !isDrawn)) continue;
    if (allowance.left <= 0) {
      left++;
      continue;
    }
    const answer = await asked(
      job,
      mapOf(served.name, endpoint.workspace, window),
      account.name,
      pictureIn,
    );
    const found = ofOther(answer, view, account);
    if (found !== undefined) findings.push(found);
  }
  return { findings, left };
}

function ofOther(
  answer: MapAnswer,
  view: MapView,
  { name, isNobody }: Onlooker,
): Finding | undefined {
  // Who has logged in is refused with 403.
  if (answer.what === "refused" && answer.status === 401 && !isNobody)
    return {
      health: "unknown",
      account: name,
      text: `the server does not accept the login of ${name}`,
    };
  if (answer.what === "other")
    return { health: "unknown", account: name, text: `GetMap: ${answer.words}` };
  if (view === "served") {
    if (!isRefusal(answer)) return undefined;
    return {
      health: "degraded",
      account: name,
      text: `${name} cannot see it, although the rules allow it`,
    };
  }
  if (isRefusal(answer))
    return { health: "healthy", account: name, text: `hidden from ${name} as declared` };
  return {
    health: "exposed",
    account: name,
    text: `${name} can see it, although the rules hide it`,
  };
}

async function lookAtTile(job: Job, position: Coordinate | undefined): Promise<readonly Finding[]> {
  const { look, served, allowance } = job;
  if (position === undefined || viewBy(job, own(look), GET_TILE) !== "served") return [];
  allowance.left--;
  const found = await readTileLayer(look.read, served.name);
  if (found === undefined)
    return [
      {
        health: "degraded",
        text: "has no tile layer",
        cause: { ...served.address, kind: "TileLayer" },
      },
    ];
  const tile = tileAt(served.name, found.patch, position);
  if (tile === undefined) return [];
  const answer = await asked(job, tileOf(tile), own(look).name, pictureIn);
  if (answer.what === "picture") return [];
  if (answer.what !== "exception") return [failed("GetTile", answer, served)];
  // The tile cache says no more than that the map failed, which was found above.
  if (answer.text.startsWith("Problem communicating"))
    return [{ health: "degraded", text: "GetTile: the tile cannot be drawn" }];
  return [{ health: "degraded", text: `GetTile: ${answer.text.slice(0, 200)}` }];
}

async function asked(
  { look, allowance }: Job,
  request: MapRequest,
  account: string,
  readAnswer: (response: MapResponse) => MapAnswer,
): Promise<MapAnswer> {
  allowance.left--;
  const response = await look.services.ask(request, account);
  return "silent" in response ? { what: "other", words: response.silent } : readAnswer(response);
}
