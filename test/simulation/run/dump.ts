/** Every document that a server shows, by its path and without what differs by nature: what two servers are compared by. */
import { compareText } from "../../../src/model/address.ts";
import { at, list } from "../oracle/world.ts";
import { namesIn, type Door } from "./door.ts";

/** Documents by path. */
export type Dump = ReadonlyMap<string, string>;

const STORES = [
  ["datastores", "featuretypes"],
  ["coveragestores", "coverages"],
  ["wmsstores", "wmslayers"],
  ["wmtsstores", "layers"],
] as const;

/** Reads everything but the state of estates. */
export async function dump(door: Door): Promise<Dump> {
  const found = new Map<string, string>();
  const take = async (path: string) => {
    const shown = await door.read(path);
    if (shown === undefined) return;
    found.set(path, shown.json === undefined ? shown.text : plain(inOrder(path, shown.json)));
  };
  const list = async (path: string) => namesIn(await door.read(`${path}.json`));
  const all = async (path: string) =>
    Promise.all((await list(path)).map((name) => take(`${path}/${encodeURIComponent(name)}.json`)));
  const workspaces = await list("/workspaces");
  await Promise.all([
    ...workspaces.map((workspace) => dumpWorkspace(workspace, { take, list, all })),
    dumpScope("", { take, list, all }),
    ...["layers", "services", "rest", "catalog"].map((name) => take(`/security/acl/${name}.json`)),
    dumpAccounts({ take, list, all }),
    ...["/settings", "/logging", "/gwc/rest/diskquota", "/workspaces/default"].map((path) =>
      take(`${path}.json`),
    ),
    ...["wms", "wfs", "wcs", "wmts"].map((name) => take(`/services/${name}/settings.json`)),
    all("/urlchecks"),
    dumpCache(door, found),
    dumpFiles(door, "", found),
  ]);
  return found;
}

interface Reading {
  readonly take: (path: string) => Promise<void>;
  readonly list: (path: string) => Promise<readonly string[]>;
  readonly all: (path: string) => Promise<unknown>;
}

async function dumpWorkspace(workspace: string, { take, list, all }: Reading): Promise<void> {
  const at = `/workspaces/${workspace}`;
  await Promise.all([
    take(`${at}.json`),
    take(`/namespaces/${workspace}.json`),
    take(`${at}/settings.json`),
    ...["wms", "wfs", "wcs", "wmts"].map((name) =>
      take(`/services/${name}/workspaces/${workspace}/settings.json`),
    ),
    ...STORES.map(async ([stores, published]) => {
      const names = await list(`${at}/${stores}`);
      await Promise.all(
        names.flatMap((name) => [
          take(`${at}/${stores}/${name}.json`),
          all(`${at}/${stores}/${name}/${published}`),
        ]),
      );
    }),
    (async () => {
      const names = await list(`${at}/layers`);
      await Promise.all(names.map((name) => take(`/layers/${workspace}:${name}.json`)));
    })(),
    dumpScope(at, { take, list, all }),
  ]);
}

async function dumpScope(at: string, { list, take, all }: Reading): Promise<void> {
  const styles = async () => {
    const names = await list(`${at}/styles`);
    await Promise.all(names.map((name) => take(`${at}/styles/${name}.json`)));
  };
  await Promise.all([styles(), all(`${at}/layergroups`)]);
}

async function dumpAccounts({ take, list }: Reading): Promise<void> {
  await take("/security/roles.json");
  await take("/security/usergroup/users.json");
  await take("/security/usergroup/groups.json");
  const text = await list("/security/usergroup/users");
  const users = text.filter((name) => /^[A-Za-z]\w*$/.test(name));
  await Promise.all(
    users.flatMap((name) => [
      take(`/security/roles/user/${name}.json`),
      take(`/security/usergroup/user/${name}/groups.json`),
    ]),
  );
}

/** Documents of the tile cache are XML. */
async function dumpCache(door: Door, found: Map<string, string>): Promise<void> {
  const at = "/gwc/rest";
  await Promise.all(
    ["layers", "gridsets", "blobstores"].map(async (collection) => {
      const listed = await door.read(`${at}/${collection}.xml`);
      const all = [...(listed?.text ?? "").matchAll(/<name>([^<]+)</g)].map(
        ([, name = ""]) => name,
      );
      // Some hundred grid sets are there from the start, and no request changes them.
      const names = all.filter((name) => collection !== "gridsets" || /^gs\d+$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = `${at}/${collection}/${encodeURIComponent(name)}.xml`;
          const shown = await door.read(path);
          if (shown !== undefined) found.set(path, meantXml(shown.text));
        }),
      );
    }),
  );
}

/** Files of the data directory, but for the state of estates. */
async function dumpFiles(door: Door, folder: string, found: Map<string, string>): Promise<void> {
  const listing = await door.read(`/resource${folder === "" ? "" : `/${folder}`}`);
  if (listing === undefined || !listing.isFolder) return;
  const names = [...listing.text.matchAll(/<name>([^<]+)</g)].map(([, name = ""]) => name);
  await Promise.all(
    names.map(async (name) => {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (path === "plumbline") return;
      const shown = await door.read(`/resource/${path}`);
      if (shown?.isFolder === true) await dumpFiles(door, path, found);
      else if (shown !== undefined) found.set(`/resource/${path}`, shown.text);
    }),
  );
}

/** Of rules on requests the first one counts; roles come in no order. */
function inOrder(path: string, json: unknown): unknown {
  const domain = /^\/security\/acl\/(layers|services|rest)\.json$/.exec(path)?.[1];
  if (domain === undefined) return json;
  const rules = Object.entries(json as Readonly<Record<string, string>>).map(
    ([key, roles]) => `${key}=${roles.split(",").toSorted(compareText).join()}`,
  );
  return domain === "rest" ? { published: rules } : rules;
}

/** The document without dates, salts and links, with keys and what has keys in one order. */
function plain(json: unknown): string {
  return JSON.stringify(meant(json, ""), null, 1);
}

/** A salt makes another text of it each time. */
const CRYPTED = /crypt[12]:.*/;

const PASSING = new Set([
  "updateSequence",
  "dateCreated",
  "dateModified",
  "href",
  "@href",
  "atom:link",
  "id",
]);

/** What a server says of an object once somebody changed it, where nobody did: it means the same before. */
function isSettled(name: string, value: unknown): boolean {
  if (name === "encodeMeasures") return value === false;
  if (name === "advertised") return value === true;
  if (name in SPRUNG) return JSON.stringify(value) === JSON.stringify(SPRUNG[name]);
  return name === "metadata" && list(at(value, "entry")).every(isUsual);
}

/** What a service or the settings say once somebody changed anything of them. */
const SPRUNG: Readonly<Record<string, unknown>> = {
  allowGlobalQueries: true,
  allowStoredQueriesPerWorkspace: true,
  bboxForEachCRS: false,
  cacheConfiguration: { enabled: false, maxEntries: 1_000, maxEntrySize: 51_200 },
  defaultDeflateCompressionLevel: 9,
  defaultGroupStyleEnabled: true,
  maxRequestedDimensionValues: 100,
  overviewPolicy: "IGNORE",
  remoteStyleMaxRequestTime: 60_000,
  remoteStyleTimeout: 30_000,
  resourceErrorHandling: "SKIP_MISCONFIGURED_LAYERS",
  simpleConversionEnabled: false,
  subsamplingEnabled: true,
  trailingSlashMatch: true,
};

/** Entries of metadata that a server adds. */
const USUAL: Readonly<Record<string, string>> = {
  useConnectionPooling: "true",
  maxNumberOfFeaturesForPreview: "50",
};

function isUsual(entry: unknown): boolean {
  return USUAL[String(at(entry, "@key"))] === String(at(entry, "$"));
}

/** Lists whose order means something. */
const ORDERED = new Set(["published", "style", "attribute"]);

function meant(value: unknown, key: string): unknown {
  if (typeof value === "string") return value.replace(CRYPTED, "crypt:");
  if (Array.isArray(value)) {
    const all = value.filter((one) => !isUsual(one)).map((one) => meant(one, key));
    return ORDERED.has(key)
      ? all
      : all.toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !PASSING.has(name) && !isSettled(name, one))
      .map(([name, one]) => [name, meant(one, name)] as const)
      .toSorted(([a], [b]) => compareText(a, b)),
  );
}

/** A document of the tile cache without its id: its texts by their paths, in one order. */
function meantXml(text: string): string {
  const path: string[] = [];
  const lines: string[] = [];
  for (const [, tag = "", after = ""] of text.matchAll(/<(\/?[\w.:-]+[^>]*)>([^<]*)/g)) {
    if (tag.startsWith("/")) path.pop();
    else path.push(tag.replace(/\s.*|\/$/s, ""));
    if (after.trim() !== "" || tag.endsWith("/"))
      lines.push(`${path.join("/")}: ${after.trim().replace(CRYPTED, "crypt:")}`);
    if (tag.endsWith("/")) path.pop();
  }
  return lines
    .filter((line) => !line.includes("/id: "))
    .toSorted(compareText)
    .join("\n");
}

/** Paths of which two dumps say something else, with both texts. */
export function differences(one: Dump, other: Dump): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].toSorted(compareText).flatMap((path) => {
    const [a, b] = [one.get(path), other.get(path)];
    if (a === b) return [];
    if (a === undefined) return [`${path} is there: ${b}`];
    if (b === undefined) return [`${path} is missing: ${a}`];
    return [`${path}\n${lines(a, b)}`];
  });
}

/** Lines of one text that the other has not. */
function lines(one: string, other: string): string {
  const [a, b] = [one.split("\n"), other.split("\n")];
  const without = (mine: readonly string[], theirs: readonly string[], sign: string) =>
    mine.filter((line) => !theirs.includes(line)).map((line) => `  ${sign} ${line.trim()}`);
  const told = [...without(a, b, "-"), ...without(b, a, "+")].slice(0, 20);
  return told.length > 0 ? told.join("\n") : "  the same lines in another order";
}
