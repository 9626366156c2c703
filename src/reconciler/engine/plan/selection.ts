/**
 * Selects objects by address patterns, labels and paths (docs/opinions.md, "A part of an estate"),
 * and reports what selects nothing. Pure.
 */
import {
  coversAddress,
  formatAddress,
  isSameAddress,
  type Address,
} from "../../../model/address.ts";
import { addressMap, addressSet, addressesOf } from "../../../model/address-map.ts";
import type { Origin, Resource, ExclusiveScope } from "../../kind.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { didYouMean } from "../../../model/nearest.ts";

/** An object must match each non-empty criterion. */
export interface Selection {
  /** Address patterns with `*`: one must match. */
  readonly only: readonly string[];
  /** Address patterns: none may match. */
  readonly exclude: readonly string[];
  /** All labels of one of these must match. */
  readonly labels: readonly Readonly<Record<string, string>>[];
  /** One holds the manifest, or a file or folder that it names. */
  readonly paths: readonly SelectedPath[];
}

/** A file or folder, or `-` for standard input. */
export interface SelectedPath {
  /** As reported: relative to the project file. */
  readonly given: string;
  /** Absolute, with slashes, as in the origin of resources. */
  readonly place: string;
}

export interface Selectable {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  /** Owned or prunable objects, declared or not. */
  readonly others: readonly Address[];
  /** Everything owned is deleted, so objects are selected without being named. */
  readonly ends?: boolean | undefined;
}

/** The requested selection and what it applies to. */
export interface PartOf extends Omit<Selectable, "others"> {
  readonly requested: Selection;
}

/** A resolved selection. */
export interface Selected {
  readonly has: (address: Address) => boolean;
  /** Whether an exclusive scope is selected, and this object with it. */
  readonly includesScope: (exclusiveScope: ExclusiveScope, address?: Address) => boolean;
  readonly count: number;
  readonly total: number;
  readonly unmatched: readonly Unmatched[];
}

/** A criterion without a match, and what it could have matched. */
export interface Unmatched {
  readonly by: "--only" | "--exclude" | "-l" | "path";
  readonly text: string;
  readonly known: readonly string[];
}

/** Objects that are selected together. */
interface Unit {
  readonly addresses: readonly Address[];
  readonly origin: Origin | undefined;
}

/** Resolves a selection. */
export function select(selection: Selection, given: Selectable): Selected {
  const units = unitsIn(given);
  const chosen = new Set(units.filter((unit) => isChosen(selection, unit)));
  const unitOf = addressMap(
    units.flatMap((unit) => unit.addresses.map((one) => [one, unit] as const)),
  );
  const has = (address: Address) => {
    const unit = unitOf.get(address);
    return unit === undefined
      ? isNamedAlone(selection, address, given.ends === true)
      : chosen.has(unit);
  };
  const includesScope = ({ owner }: ExclusiveScope, address?: Address) => {
    const isSpared = address !== undefined && isCovered(selection.exclude, [address]);
    return has(owner) && !isSpared;
  };
  const objects = addressSet([...addressesOf(given.resources), ...given.others]);
  const count = [...objects].filter(has).length;
  const unmatched = findUnmatched(selection, units, given.others);
  return { has, includesScope, count, total: objects.size, unmatched };
}

/** An exclusive scope is selected as a whole: leaving out a part would delete that part. */
function unitsIn({ resources, exclusiveScopes, others }: Selectable): readonly Unit[] {
  const owners = addressMap(
    exclusiveScopes.map((exclusiveScope) => [exclusiveScope.owner, exclusiveScope] as const),
  );
  const declared = addressesOf(resources);
  const undeclared = others.filter((address) => !declared.has(address));
  const wholes = [...owners.values()].map(({ owner, declaredBy, kind, covers }) => {
    const covered = undeclared.filter((address) => address.kind === kind && covers(address));
    const own = resources.filter(
      (one) => one.declaredBy !== undefined && isSameAddress(one.declaredBy.address, owner),
    );
    const addresses = [owner, ...own.map(({ address }) => address), ...covered];
    return { addresses, origin: declaredBy };
  });
  const single = resources
    .filter(({ declaredBy }) => declaredBy === undefined || !owners.has(declaredBy.address))
    .map(({ address, previous, declaredBy }) => ({
      addresses: [address, ...(previous === undefined ? [] : [previous.address])],
      origin: declaredBy,
    }));
  return [...wholes, ...single];
}

function isChosen({ only, exclude, labels, paths }: Selection, unit: Unit): boolean {
  const { origin } = unit;
  const names = namesOf(unit);
  return (
    (only.length === 0 || isCovered(only, names)) &&
    !isCovered(exclude, names) &&
    (labels.length === 0 || labels.some((wanted) => hasLabels(origin, wanted))) &&
    (paths.length === 0 || paths.some((path) => liesIn(origin, path)))
  );
}

/** Undeclared objects have no labels or paths: they must be named. */
function isNamedAlone(
  { only, exclude, labels, paths }: Selection,
  address: Address,
  ends: boolean,
): boolean {
  const isMeant = only.length === 0 ? ends : isCovered(only, [address]);
  return isMeant && labels.length + paths.length === 0 && !isCovered(exclude, [address]);
}

function namesOf({ addresses, origin }: Unit): readonly Address[] {
  return origin === undefined ? addresses : [...addresses, origin.address];
}

function isCovered(patterns: readonly string[], addresses: readonly Address[]): boolean {
  return patterns.some((pattern) => addresses.some((one) => coversAddress(pattern, one)));
}

function hasLabels(origin: Origin | undefined, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => origin?.labels[name] === value);
}

/** A path within a folder that a manifest names selects the manifest. */
function liesIn(origin: Origin | undefined, { place }: SelectedPath): boolean {
  const isWithin = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
  return (origin?.files ?? []).some((file) => isWithin(file, place) || isWithin(place, file));
}

function findUnmatched(
  { only, exclude, labels, paths }: Selection,
  units: readonly Unit[],
  others: readonly Address[],
): readonly Unmatched[] {
  const addresses = [...units.flatMap(namesOf), ...others];
  const known = [...new Set(addresses.map(formatAddress))];
  const unused = (patterns: readonly string[], by: "--only" | "--exclude") =>
    patterns
      .filter((pattern) => !addresses.some((one) => coversAddress(pattern, one)))
      .map((text) => ({ by, text, known }));
  const origins = units.map(({ origin }) => origin);
  const labelled = [
    ...new Set(origins.flatMap((one) => Object.entries(one?.labels ?? {}).map(pairText))),
  ];
  return [
    ...unused(only, "--only"),
    ...unused(exclude, "--exclude"),
    ...labels
      .filter((wanted) => !origins.some((one) => hasLabels(one, wanted)))
      .map((wanted) => ({ by: "-l" as const, text: labelsText(wanted), known: labelled })),
    ...paths
      .filter((path) => !origins.some((one) => liesIn(one, path)))
      .map(({ given: shown }) => ({ by: "path" as const, text: shown, known: [] })),
  ];
}

function pairText([name, value]: readonly [string, string]): string {
  return `${name}=${value}`;
}

/** Labels as given: `a=1,b=2`. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels).map(pairText).join(",");
}

/** The selection with its problems: a selector without matches may be misspelt. */
export function selectAmong(
  part: PartOf,
  others: readonly Address[],
): Pick<Selected, "has"> & { readonly diagnostics: readonly Diagnostic[] } {
  const { has, unmatched, count, total } = select(part.requested, { ...part, others });
  const diagnostics = unmatched.map(({ by, text, known }) => {
    const what = by === "path" ? `The path ${text}` : `${by} ${text}`;
    const hint = didYouMean(text, known) ?? HINTS[by];
    return fault("selection-empty", `${what} selects nothing`, { hint });
  });
  if (diagnostics.length > 0 || count > 0) return { has, diagnostics };
  const message = `No object matches all selections: none of ${total} objects does`;
  return { has, diagnostics: [fault("selection-empty", message, { hint: HINTS.path })] };
}

const PATTERN_HINT =
  "Patterns are of addresses such as Style/roads:motorway, with * for anything; status lists them.";

const HINTS = {
  "--only": PATTERN_HINT,
  "--exclude": PATTERN_HINT,
  "-l": "Labels are under metadata.labels of manifests.",
  path: "render and status show what there is to select.",
} as const;
