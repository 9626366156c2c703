/** The granules of a manifest: files beside it, files and folders on the server. */
import { storePlace } from "../../../model/store.ts";
import { compareText } from "../../../model/address.ts";
import { digestOfValue } from "../../../model/digest.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { mosaicPlan as limits } from "../../../model/limits.ts";
import { isGranulePath } from "../../../model/mosaic/granule-path.ts";
import type { MosaicDefinition } from "../../../model/mosaic.ts";
import { missingArtefact } from "../../artefact.ts";
import type { ArtefactSet, ArtefactSource, Manifest } from "../../kind.ts";
import { isRemote, readSources, type GranuleFile } from "./sources.ts";
import type { MosaicSpec } from "./spec.ts";
import { resolveWindow, timeOf, type GranuleWindow } from "./window.ts";

export interface LocalGranule {
  /** Path in the mosaic. */
  readonly location: string;
  /** By path in the mosaic. */
  readonly files: ArtefactSet;
  readonly digest: string;
  readonly bytes: number;
  /** Whether its time is in the window; undefined when its name does not show it. */
  readonly inWindow: boolean | undefined;
}

export interface WantedGranules {
  readonly policy: "add-only" | "mirror";
  readonly purge: "none" | "metadata" | "all";
  readonly revision: string | undefined;
  readonly window: GranuleWindow | undefined;
  readonly local: ReadonlyMap<string, LocalGranule>;
  /** Addresses inside other ones are left out. */
  readonly sources: readonly string[];
  /** Files that are checked singly, by location: those of a mirror, and remote ones. */
  readonly listed: ReadonlyMap<string, string>;
  /** Undefined when the manifest names no locations. */
  readonly locations: readonly string[] | undefined;
}

interface FoundGranules {
  readonly granules: WantedGranules;
  readonly diagnostics: readonly Diagnostic[];
  /** What the included server does not support. */
  readonly notHere: readonly Diagnostic[];
}

/** `carried` are files that come with the definition. */
export async function findGranules(
  manifest: Manifest<MosaicSpec>,
  source: ArtefactSource,
  { carried, definition }: { readonly carried: ArtefactSet; readonly definition: MosaicDefinition },
): Promise<FoundGranules> {
  const { spec } = manifest;
  const { policy = "add-only", purge = "none", revision } = spec.granules ?? {};
  const resolved = resolveWindow(manifest, definition, source.now);
  const beside = await localFiles(manifest, source);
  const files = new Map([...carried, ...beside.files]);
  const local = groupGranules(files, definition, resolved.window);
  const sources = readSources(manifest);
  const names = [...local.values()]
    .filter(({ inWindow }) => inWindow !== false)
    .map(({ location }) => location);
  const one = sources.files.filter(({ path }) => policy === "mirror" || isRemote(path));
  const listed = filesByLocation(manifest, one);
  const isKnown =
    policy === "mirror" || local.size + listed.size > 0 || spec.granules?.local !== undefined;
  const locations = [...new Set([...names, ...listed.keys()])].toSorted(compareText);
  const granules: WantedGranules = {
    policy,
    purge,
    revision,
    window: resolved.window,
    local,
    sources: sources.addresses.filter((address) => !isRemote(address)),
    listed,
    locations: isKnown ? locations : undefined,
  };
  const diagnostics = [
    ...resolved.diagnostics,
    ...beside.diagnostics,
    ...sources.diagnostics,
    ...policyProblems(manifest, granules, beside.diagnostics.length === 0),
  ];
  return { granules, diagnostics, notHere: sources.notHere };
}

async function localFiles(
  { spec, locate }: Manifest<MosaicSpec>,
  source: ArtefactSource,
): Promise<{ readonly files: ArtefactSet; readonly diagnostics: readonly Diagnostic[] }> {
  const path = spec.granules?.local;
  if (path === undefined) return { files: new Map(), diagnostics: [] };
  const located = await source.locate(path);
  if (located.type === "folder") return { files: located.files, diagnostics: [] };
  const where = locate(["spec", "granules", "local"]);
  const problem: Diagnostic =
    located.type === "missing"
      ? missingArtefact(path, located, where)
      : fault("artefact-unusable", `${path} is no folder`, { where });
  return { files: new Map(), diagnostics: [problem] };
}

function groupGranules(
  files: ArtefactSet,
  definition: MosaicDefinition,
  window: GranuleWindow | undefined,
): ReadonlyMap<string, LocalGranule> {
  const locations = [...files.keys()].filter((path) => isGranulePath(path, definition));
  const beside = sideFiles([...files.keys()], locations);
  return new Map(
    locations.toSorted(compareText).map((location) => {
      const paths = [location, ...(beside.get(location) ?? []).toSorted(compareText)];
      const own = paths.flatMap((path) => {
        const file = files.get(path);
        return file === undefined ? [] : [[path, file] as const];
      });
      const digests = own.map(([path, file]) => [path, file.digest]);
      const [first = ["", ""]] = digests;
      const digest = own.length === 1 ? (first[1] ?? "") : digestOfValue(digests);
      const bytes = own.reduce((sum, [, file]) => sum + file.bytes, 0);
      const inWindow = isInWindow(definition, location, window);
      return [location, { location, files: new Map(own), digest, bytes, inWindow }];
    }),
  );
}

/** Side files by granule: `a.tfw` and `a.tif.aux.xml` belong to `a.tif`. */
function sideFiles(
  paths: readonly string[],
  locations: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const granules = new Set(locations);
  const byStem = Map.groupBy(locations, withoutExtension);
  const found = new Map<string, string[]>();
  for (const path of paths) {
    if (granules.has(path)) continue;
    for (let stem = withoutExtension(path); stem !== ""; stem = withoutExtension(stem)) {
      const owners = granules.has(stem) ? [stem] : (byStem.get(stem) ?? []);
      for (const owner of owners) found.set(owner, [...(found.get(owner) ?? []), path]);
      if (owners.length > 0 || withoutExtension(stem) === stem) break;
    }
  }
  return found;
}

function withoutExtension(path: string): string {
  return path.replace(/\.[^./]*$/, "");
}

function isInWindow(
  definition: MosaicDefinition,
  location: string,
  window: GranuleWindow | undefined,
): boolean | undefined {
  if (window === undefined) return true;
  const time = timeOf(definition, location, window);
  return time === undefined ? undefined : time > window.since;
}

function filesByLocation(
  manifest: Manifest<MosaicSpec>,
  files: readonly GranuleFile[],
): ReadonlyMap<string, string> {
  return new Map(
    files.map(({ path, address }) => [locationIn(storePlace(manifest), path), address]),
  );
}

/** Relative to the mosaic, or an absolute path. */
export function locationIn(
  { workspace, store }: { readonly workspace: string; readonly store: string },
  written: string,
): string {
  if (isRemote(written)) return written;
  const path = pathIn(written).replaceAll("\\", "/");
  const folder = `/data/${workspace}/${store}/`;
  const at = path.indexOf(folder);
  return at === -1 ? path : path.slice(at + folder.length);
}

/** The text itself where it is no `file:` URL. */
export function pathIn(written: string): string {
  if (!/^file:/i.test(written)) return written;
  const url = URL.parse(written);
  try {
    return url === null ? written : decodeURIComponent(url.pathname);
  } catch {
    return written;
  }
}

function policyProblems(
  { spec, locate }: Manifest<MosaicSpec>,
  { policy, purge, local, window }: WantedGranules,
  isFolder: boolean,
): readonly Diagnostic[] {
  const wanted = spec.granules;
  if (wanted === undefined) return [];
  const addsOnly = policy === "add-only";
  const names = [wanted.local, wanted.sources].some((named) => named !== undefined);
  const bytes = [...local.values()].reduce((sum, granule) => sum + granule.bytes, 0);
  const isTooLarge = spec.configure === "onUpload" && bytes > limits.wholeBytes;
  const isEmpty = local.size === 0;
  const problems: readonly (readonly [boolean, "error" | "warning", string, string])[] = [
    [!addsOnly && !names && isEmpty, "error", "policy", MIRROR_OF_NOTHING],
    [
      addsOnly && purge !== "none",
      "warning",
      "purge",
      "It has no effect: add-only removes nothing",
    ],
    [addsOnly && window !== undefined && wanted.local === undefined, "warning", "window", UNSEEN],
    [isFolder && wanted.local !== undefined && isEmpty, "warning", "local", NO_GRANULES],
    [isTooLarge, "error", "local", `The granules have ${bytes} bytes; ${ONE_UPLOAD}`],
  ];
  return problems
    .filter(([applies]) => applies)
    .map(([, severity, field, message]) => {
      const where = locate(["spec", "granules", field]);
      return { code: "mosaic-granules", severity, message, where };
    });
}

const MIRROR_OF_NOTHING = "A mirror needs local: or a list of files in sources";
const UNSEEN = "It has no effect: without local: nothing is looked at";
const NO_GRANULES = "The folder contains no granules of this mosaic";
const ONE_UPLOAD = `one upload holds ${limits.wholeBytes}. Set configure: afterHarvest, which uploads them in parts`;
