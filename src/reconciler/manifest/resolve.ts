/** Resolves manifests: each kind its own, then checks across all. */
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { defined } from "../../model/defined.ts";
import { compareAddresses } from "../../model/address.ts";
import { addressMap, addressesOf, byAddress } from "../../model/address-map.ts";
import { digestOfValue } from "../../model/digest.ts";
import { warning, formatPosition, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import {
  withKinds,
  type ArtefactSource,
  type Declared,
  type Manifest,
  type Origin,
  type Resolution,
  type Resource,
  type ExclusiveScope,
  type SecretReference,
} from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import { artefactSource, DamagedArtefactError, type ArtefactOptions } from "./artefacts.ts";
import { checkoutDiagnostics } from "./checkout.ts";
import { expandManifests, NOTHING_EXPANDED, type Expansion } from "./expand.ts";
import { openKept, type CachePlace, type KeptFiles } from "./kept/kept-files.ts";
import { STANDARD_INPUT } from "./load.ts";
import { noManifests, unreadable } from "./find-files.ts";
import { parseManifest, type ParsedManifest } from "./parse.ts";
import {
  previousDiagnostics,
  withPrevious,
  alikeInCase,
  declaredTwice,
  resourcesTwice,
} from "./twice.ts";
import { isWithin, placeOf } from "./whole-path.ts";

export interface DesiredState {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  readonly manifests: number;
}

/** A loaded state with its diagnostics. It must not be used if they hold errors. */
export interface Desired {
  readonly state: DesiredState;
  readonly diagnostics: readonly Diagnostic[];
  /** Of the documents and the facts; equal loads have equal digests. */
  readonly digest: string;
  /** Start of the load, in milliseconds since 1970. */
  readonly now: number;
}

export interface LoadOptions extends Omit<ArtefactOptions, "kept"> {
  /** Called once per load; in milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
  readonly expansion?: Expansion | undefined;
  /** Manifests from standard input. */
  readonly input?: string | undefined;
  /** Where file contents are cached; nowhere when absent. */
  readonly cache?: CachePlace | undefined;
}

/** How many manifests are loaded before other tasks run. */
const AT_ONCE = 500;

/** Loads, parses and resolves manifests. */
export async function loadDesired(paths: readonly string[], given: LoadOptions): Promise<Desired> {
  // Each command for a secret runs once in a load.
  const kept = given.cache && openKept(given.cache);
  const options = { ...given, executed: new Map(), kept };
  const found: Diagnostic[] = [...(await checkoutDiagnostics(paths))];
  const read: Resource[] = [];
  const exclusiveScopes: ExclusiveScope[] = [];
  const declared = addressMap<Position>();
  const now = (options.clock ?? Date.now)();
  const documents: string[] = [];
  const seen = { diagnostics: found, digests: documents };
  // One document at a time, to release the parser's memory at once.
  const sources = { paths, input: given.input, kept };
  let count = 0;
  for (const manifest of expandManifests(sources, given.expansion ?? NOTHING_EXPANDED, seen)) {
    // Lets responses of the server be handled meanwhile.
    if (++count % AT_ONCE === 0) await setImmediate();
    const parsed = parseManifest(manifest, found);
    if (parsed === undefined) continue;
    const place = parsed.manifest.locate(["metadata", "name"]);
    const { kind, workspace, name } = parsed.manifest;
    found.push(...declaredTwice({ kind, workspace, name }, place, declared));
    const resolution = await resolveOne(parsed, options, now);
    read.push(...withPrevious(parsed, resolution.resources));
    exclusiveScopes.push(...resolution.exclusiveScopes);
    found.push(...resolution.diagnostics);
  }
  if (declared.size === 0 && found.length === 0) found.push(noManifests(...paths));
  const resources = withNamesResolved(read);
  found.push(...resourcesTwice(resources), ...previousDiagnostics(resources));
  const ofKinds = [...withKinds(kinds, resources)];
  found.push(...ofKinds.flatMap(([kind, own]) => kind.review?.crossCheck?.(own) ?? []));
  found.push(...alikeInCase(resources, isKeptAsFile));
  const state = { resources, exclusiveScopes, manifests: declared.size };
  keepFound(kept, found);
  const declaredFacts = resources.map(({ address, facts }) => [address, facts]);
  const digest = digestOfValue([...documents, ...declaredFacts]);
  return { state, diagnostics: withoutRepeats(found), digest, now };
}

/** Files with diagnostics are not cached: they are read each time. */
function keepFound(kept: KeptFiles | undefined, found: readonly Diagnostic[]): void {
  for (const { where } of found) if (where !== undefined) kept?.withhold(where.file);
  kept?.save();
}

/** Sorted, with ambiguous names resolved. */
function withNamesResolved(resources: readonly Resource[]): readonly Resource[] {
  const met = withKinds(kinds, resources).keys();
  if (!met.some(({ names }) => names?.resolveNames !== undefined))
    return resources.toSorted((a, b) => compareAddresses(a.address, b.address));
  const declared = addressesOf(resources);
  const bringers = addressMap(
    resources.flatMap((resource) =>
      (resource.brings ?? []).map((address) => [address, resource] as const),
    ),
  );
  const wanted = byAddress(resources);
  const byKind = Map.groupBy(resources, ({ address }) => address.kind);
  const others: Declared = {
    isDeclared: (address) => declared.has(address),
    names: (kind, workspace) =>
      (byKind.get(kind) ?? []).flatMap(({ address }) =>
        address.workspace === workspace ? [address.name] : [],
      ),
    facts: (address) => wanted.get(address)?.facts,
    bringer: (address) => bringers.get(address),
  };
  return resources
    .map((resource) => {
      const own = kinds.get(resource.address.kind)?.names?.resolveNames?.(resource, others);
      // `resolveNames` may return a resource without this field.
      const { declaredBy } = resource;
      return own === undefined ? resource : { ...own, ...defined({ declaredBy }) };
    })
    .toSorted((a, b) => compareAddresses(a.address, b.address));
}

/** A manifest declared twice also yields its objects twice. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const key = ({ code, where, address, message }: Diagnostic) =>
    [code, where === undefined ? "" : formatPosition(where), address ?? message].join(" ");
  return [
    ...new Map(
      diagnostics.toReversed().map((diagnostic) => [key(diagnostic), diagnostic]),
    ).values(),
  ].toReversed();
}

async function resolveOne(
  { kind, manifest }: ParsedManifest,
  options: ArtefactOptions,
  now: number,
): Promise<Required<Resolution>> {
  const nothing = { resources: [], exclusiveScopes: [], diagnostics: [] };
  const where = manifest.locate(["spec"]);
  const source = artefactSource(where.file, options, now);
  const named: string[] = [];
  const secrets: SecretReference[] = [];
  const files: ArtefactSource = {
    ...source,
    locate: (path) => {
      named.push(path);
      return source.locate(path);
    },
    secretOf: (reference) => {
      secrets.push(reference);
      return source.secretOf(reference);
    },
  };
  try {
    const resolution = (await kind.resolve?.(manifest, files)) ?? nothing;
    const found = ofManifest(resolution, manifest, originOf(manifest, named));
    const outside = outsideOf(manifest, named, options.checkout);
    return outside.length === 0
      ? found
      : { ...found, diagnostics: [...found.diagnostics, ...outside] };
  } catch (error) {
    if (error instanceof DamagedArtefactError)
      return { ...nothing, diagnostics: [placed(error.damage, manifest, error.named)] };
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const problem = unreadable(path ?? "A file of this manifest", error);
    return { ...nothing, diagnostics: [{ ...problem, where }] };
  } finally {
    if (secrets.length > 0) withholdSecrets(manifest, named, secrets, options.kept);
  }
}

/** Neither manifests with secrets nor files that they name are cached: each may hold one. */
function withholdSecrets(
  { locate }: Manifest,
  named: readonly string[],
  secrets: readonly SecretReference[],
  kept: KeptFiles | undefined,
): void {
  const spec = locate(["spec"]).file;
  const given = secrets.flatMap((one) => ("fromFile" in one ? [one.fromFile] : []));
  const files = [...named, ...given].map((path) => join(dirname(spec), path));
  for (const path of [spec, locate([]).file, ...files]) kept?.withhold(path);
}

/** Files outside of the estate's checkout: another checkout does not have them. */
function outsideOf(
  { spec, locate }: Manifest,
  named: readonly string[],
  checkout: string | undefined,
): readonly Diagnostic[] {
  const folder = dirname(locate(["spec"]).file);
  // A manifest outside of it is generated elsewhere, with its files.
  if (checkout === undefined || !isWithin(folder, checkout)) return [];
  return named.flatMap((path): readonly Diagnostic[] => {
    if (isWithin(join(folder, path), checkout)) return [];
    const message = `${path} lies outside of ${checkout}, so another checkout of the estate does not have it`;
    const where = locate(["spec", ...(pathTo(path, spec) ?? [])]);
    return [warning("artefact-outside", message, { where })];
  });
}

/** Problems of a whole file are reported where the manifest names it. */
function placed(damage: Diagnostic, { spec, locate }: Manifest, named: string): Diagnostic {
  if (damage.where?.line !== undefined) return damage;
  return { ...damage, where: locate(["spec", ...(pathTo(named, spec) ?? [])]) };
}

function pathTo(text: string, value: unknown): readonly string[] | undefined {
  if (value === text) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const rest = pathTo(text, inner);
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** Adds the lifecycle and the declaring manifest to all that it declares. */
function ofManifest(
  { resources, exclusiveScopes = [], diagnostics }: Resolution,
  { lifecycle }: Manifest,
  declaredBy: Origin,
): Required<Resolution> {
  const more = lifecycle === undefined ? { declaredBy } : { lifecycle, declaredBy };
  return {
    resources: resources.map((resource) => ({ ...resource, ...more })),
    exclusiveScopes: exclusiveScopes.map((exclusiveScope) => ({ ...exclusiveScope, ...more })),
    diagnostics,
  };
}

/** An overlay may add the spec to a manifest of another file: both files count. */
function originOf(manifest: Manifest, named: readonly string[]): Origin {
  const { kind, workspace, name, labels = {}, locate } = manifest;
  const spec = locate(["spec"]).file;
  const own = new Set(
    [locate([]).file, spec].map((file) => (file === STANDARD_INPUT ? file : placeOf(file))),
  );
  const files = named.map((path) => placeOf(join(dirname(spec), path)));
  return { address: { kind, workspace, name }, labels, files: [...own, ...files] };
}

/** Servers keep every object that can be in a workspace in files of its name. */
function isKeptAsFile({ address }: Resource): boolean {
  return (kinds.get(address.kind)?.manifest?.workspace ?? "none") !== "none";
}

/** Checks every artefact; plans check only those that they send. */
export async function checkArtefacts(state: DesiredState): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [kind, own] of withKinds(kinds, state.resources)) {
    for (const resource of own) found.push(...((await kind.check?.(resource)) ?? []));
    const around = { declared: own, context: undefined, factsOf: () => undefined };
    found.push(...((await kind.review?.lint?.(own, around)) ?? []));
  }
  return found;
}
