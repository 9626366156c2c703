/**
 * The second recording of a running server, cut into chapters: exchanges on services, settings, the log, templates, URL checks, feature
 * types, the tile cache, cascades, isolation and files, row by row of a list of what was believed. Each chapter can be
 * replayed in its order on a new server. Lines are counted from one.
 */
import { MORE_RECORDINGS, readRecordings, type RecordedRow } from "./recorded.ts";
import type { RecordedTarget, Replayed } from "./recorded-targets.ts";

/** Exchanges that follow each other. */
export interface Chapter {
  readonly name: string;
  readonly lines: readonly [first: number, last: number];
  /** Lines that are sent before, since the recorded server held what they make; their answers are of other chapters. */
  readonly needs?: readonly number[];
  /** Lines whose answers are sent back before, by PUT: the data directory of the recorded server said so. */
  readonly holds?: readonly number[];
}

const WORKSPACE = 1;
const OWN_SETTINGS = 240;
const STORE = 243;
const TYPE = 244;
const TYPE_WITHOUT_GEOMETRY = 338;
const CHECK = 775;
const RICH_TILES = 421;
const COVERAGE_STORE = 696;
const COVERAGE = 698;

const typed = [WORKSPACE, STORE, TYPE];
const tiled = [...typed, TYPE_WITHOUT_GEOMETRY];

/** The chapters, in the order of the recording. */
export const chapters: readonly Chapter[] = [
  { name: "services", lines: [1, 101], holds: [3, 5, 7, 9] },
  { name: "settings", lines: [102, 160], needs: [WORKSPACE], holds: [103] },
  { name: "logging", lines: [161, 173], holds: [161] },
  { name: "templates", lines: [174, 199], needs: [WORKSPACE] },
  { name: "fonts", lines: [200, 203] },
  { name: "url checks", lines: [204, 231], needs: [CHECK] },
  { name: "settings of a workspace", lines: [232, 242], needs: [WORKSPACE] },
  { name: "feature types", lines: [243, 338], needs: [WORKSPACE] },
  { name: "tile layers", lines: [339, 388], needs: tiled },
  { name: "grid sets", lines: [389, 425], needs: tiled },
  { name: "blob stores and disk quota", lines: [426, 449] },
  { name: "truncation", lines: [457, 464], needs: typed },
  { name: "reload of the tile cache", lines: [475, 478] },
  { name: "tile layers under other names", lines: [480, 493], needs: [...tiled, RICH_TILES] },
  { name: "cascaded stores", lines: [495, 561], needs: typed },
  { name: "workspaces", lines: [562, 592], needs: [WORKSPACE] },
  { name: "coverages by name alone", lines: [593, 605], needs: [WORKSPACE] },
  { name: "files", lines: [606, 626] },
  { name: "what follows a name", lines: [627, 648], needs: [...typed, OWN_SETTINGS] },
  { name: "isolation", lines: [649, 668], needs: [WORKSPACE] },
  { name: "nothing in the place of a value", lines: [669, 685], needs: [WORKSPACE] },
  { name: "cascaded layers by their store", lines: [686, 692], needs: typed },
  { name: "coverages", lines: [696, 708], needs: typed },
  { name: "tile layers that cannot work", lines: [709, 723], needs: typed },
  { name: "grid sets in use", lines: [745, 755], needs: typed },
  { name: "cascaded layers by their workspace", lines: [756, 773], needs: typed },
  { name: "the rest", lines: [775, 807], needs: [...typed, CHECK, COVERAGE_STORE, COVERAGE] },
  { name: "settings as in old documents", lines: [808, 809], holds: [103] },
];

/** Lines of no chapter, by what they are about, with the reason. */
export const leftOut: readonly (readonly [first: number, last: number, because: string])[] = [
  [450, 456, "the global document of the tile cache is not served"],
  [465, 474, "seeding: the server makes no tiles"],
  [479, 479, "bounds of tiles are not served"],
  [494, 494, "the defaults of the tile cache are not served"],
  [693, 695, "the same as at the beginning"],
  [724, 729, "settings of authentication are not served"],
  [730, 744, "the recorded server was started anew in between"],
  [774, 774, "the services as they were before"],
];

/** A request that only one target gets, where there is one. */
export interface Levelling extends Replayed {
  readonly only?: RecordedTarget;
}

const TYPES = "/rest/workspaces/sf/datastores/pg/featuretypes";

/** What a body without settings takes those of the recorded server back to. */
const FIRST_SETTINGS =
  "<charset>UTF-8</charset><numDecimals>4</numDecimals><verbose>true</verbose>";

/** What stands beside the settings in old documents, inside of them. */
const TOP_SETTINGS =
  "<charset>ISO-8859-1</charset><title>TT</title><numDecimals>3</numDecimals><onlineResource>http://o</onlineResource>" +
  "<verbose>false</verbose><contact><contactPerson>CP</contactPerson></contact>";

/** A layer without geometry has no tile layer. */
const UNTILED = { method: "DELETE", url: "/gwc/rest/layers/sf:nogeom.xml" };

/**
 * What is sent after a line, so that both servers hold the same from there on: what the recorded server found in its
 * data, or what it did where ours refuses or keeps more (the tables of differences say so of the line, or the
 * deviation settings-merged does).
 */
export const levelled = new Map<number, readonly Levelling[]>([
  [2, [remove("/rest/workspaces/sf2")]],
  [76, [ours(put("/rest/services/wms/settings", "<wms><title>X</title></wms>"))]],
  [92, [remove("/rest/services/wfs/workspaces/sf/settings")]],
  ...[108, 124, 234, 237].map((line) => [line, [settings(FIRST_SETTINGS)]] as const),
  [122, [settings(`${FIRST_SETTINGS}<proxyBaseUrl>http://top</proxyBaseUrl>`)]],
  [224, [remove("/rest/urlchecks/check1"), ours(check("check9", "check1"))]],
  [TYPE, [keywords("wells"), drawn("wells", "point")]],
  [315, [switchedOff("wells")]],
  [320, [ours(type("wells", "<enabled>true</enabled>"))]],
  [324, [keywords("v1")]],
  [328, [{ method: "DELETE", url: `${TYPES}/v3?recurse=true` }]],
  [TYPE_WITHOUT_GEOMETRY, [UNTILED]],
  [387, [UNTILED]],
  [398, [ours(put("/gwc/rest/gridsets/G3.xml", gridSet("G3", [4000, 2000])))]],
  [407, [remove("/gwc/rest/gridsets/G5")]],
  [433, [ours(blobStore("b3"))]],
  [445, [ours(put("/gwc/rest/diskquota.xml", quota("LFU")))]],
  [492, [keywords("wells")]],
  [526, [{ method: "DELETE", url: "/rest/workspaces/sf/wmslayers/b?recurse=true" }]],
  [534, [titled("self", "casc", "wells")]],
  [538, [{ method: "DELETE", url: "/rest/workspaces/sf/wmslayers/casc2?recurse=true" }]],
  [541, [titled("self", "casc", "wells")]],
  [543, [ours(cascaded("self", "casc", "<enabled>false</enabled>"))]],
  [545, [ours(cascaded("self", "casc3", "<name>casc</name>"))]],
  [670, [keywords("wells")]],
  [671, [ours(type("wells", "<maxFeatures>0</maxFeatures>"))]],
  [674, [ours(type("wells", "<maxFeatures>0</maxFeatures>"))]],
  [687, [titled("self", "casc", "sf:wells")]],
  [688, [asMade("self")]],
  [689, [asMade("self")]],
  [690, [asMade("self")]],
  [721, [ours(blobStore("b1")), remove("/gwc/rest/blobstores/b1")]],
  [757, [titled("st", "casc", "q")]],
  [758, [titled("st", "casc", "q")]],
  [760, [titled("st", "casc", "q")]],
  [764, [ours(cascaded("st", "casc", "<enabled>false</enabled>"))]],
  [808, [settings(TOP_SETTINGS)]],
]);

function remove(url: string): Levelling {
  return ours({ method: "DELETE", url });
}

function settings(fields: string): Levelling {
  return ours(put("/rest/settings", `<global><settings>${fields}</settings></global>`));
}

function type(name: string, fields: string): Replayed {
  return put(`${TYPES}/${name}`, `<featureType>${fields}</featureType>`);
}

/** By the path of the workspace what is not said is off, 0 or false there. */
function switchedOff(name: string): Levelling {
  const fields =
    "<enabled>false</enabled><maxFeatures>0</maxFeatures><numDecimals>0</numDecimals><padWithZeros>false</padWithZeros>" +
    "<overridingServiceSRS>false</overridingServiceSRS><serviceConfiguration>false</serviceConfiguration>";
  return ours(type(name, fields));
}

function gridSet(name: string, resolutions: readonly number[]): string {
  const doubles = (all: readonly number[]) => all.map((one) => `<double>${one}</double>`).join("");
  const edge = 20_037_508.34;
  const extent = `<extent><coords>${doubles([-edge, -edge, edge, edge])}</coords></extent>`;
  return `<gridSet><name>${name}</name><srs><number>3857</number></srs>${extent}<resolutions>${doubles(resolutions)}</resolutions></gridSet>`;
}

function blobStore(name: string): Replayed {
  const fields = `<id>${name}</id><enabled>true</enabled><baseDirectory>/srv/lr/${name}</baseDirectory>`;
  const body = `<FileBlobStore default="false">${fields}</FileBlobStore>`;
  return put(`/gwc/rest/blobstores/${name}.xml`, body);
}

function quota(policy: string): string {
  const field = `<globalExpirationPolicyName>${policy}</globalExpirationPolicyName>`;
  return `<gwcQuotaConfiguration>${field}</gwcQuotaConfiguration>`;
}

function ours(request: Replayed): Levelling {
  return { ...request, only: "geoserver" };
}

function put(url: string, body: string): Replayed {
  return { method: "PUT", url, mediaType: "application/xml", body };
}

function check(name: string, wanted: string): Replayed {
  const fields = `<name>${wanted}</name><enabled>true</enabled>`;
  return put(`/rest/urlchecks/${name}`, `<regexUrlCheck>${fields}</regexUrlCheck>`);
}

/** A type gets keywords that say of which table it is. */
function keywords(name: string): Levelling {
  return ours(type(name, `<keywords><string>features</string><string>${name}</string></keywords>`));
}

/** The geometry of a table decides on the style of its layer. */
function drawn(layer: string, style: string): Levelling {
  const fields = `<defaultStyle><name>${style}</name></defaultStyle>`;
  return put(`/rest/layers/sf:${layer}`, `<layer>${fields}</layer>`);
}

function cascaded(store: string, layer: string, fields: string): Replayed {
  const url = `/rest/workspaces/sf/wmsstores/${store}/wmslayers/${layer}`;
  return put(url, `<wmsLayer>${fields}</wmsLayer>`);
}

/** A cascaded layer is called as the other server calls it. */
function titled(store: string, layer: string, title: string): Levelling {
  return ours(cascaded(store, layer, `<title>${title}</title>`));
}

function asMade(store: string): Levelling {
  const fields = "<title>sf:wells</title><preferredFormat>image/png</preferredFormat>";
  return ours(cascaded(store, "casc", fields));
}

/** An exchange of the recording with its line. */
export interface RecordedLine extends RecordedRow {
  readonly line: number;
}

/** The recording. */
export function recordedLines(): readonly RecordedLine[] {
  return readRecordings(MORE_RECORDINGS).map((exchange, index) => ({
    line: index + 1,
    id: `line ${index + 1}: ${exchange.method} ${exchange.url}`,
    exchange,
  }));
}

/** The lines of a chapter whose answers are compared. */
export function linesOf(
  { lines: [first, last] }: Chapter,
  all: readonly RecordedLine[],
): readonly RecordedLine[] {
  return all.slice(first - 1, last);
}

/** What was sent at a line; of bytes, as many as were sent. */
export function requestAt({ exchange }: RecordedLine): Replayed {
  const { method, url, reqType: mediaType, reqBody, row = "" } = exchange;
  const [, bytes] = /^<(\d+) bytes>$/.exec(reqBody ?? "") ?? [];
  return {
    method,
    url,
    mediaType,
    body: bytes === undefined ? reqBody : Buffer.alloc(Number(bytes), 1),
    // That much of the headers was recorded.
    accept: row.endsWith("accept json") ? "application/json" : undefined,
  };
}

/** The answer of a line, sent back to where it came from. */
export function sentBack({ exchange: { url, body } }: RecordedLine): Replayed {
  return put(url.replace(/\.xml$/, ""), body);
}
