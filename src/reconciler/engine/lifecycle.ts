/** What lifecycles let a plan do: which declared objects it writes, reads only, or leaves alone. Pure. */
import { formatAddress, parseAddress, type Address } from "../../model/address.ts";
import type { Inventory } from "../inventory/inventory.ts";
import type { Lifecycle, Resource, Sweep } from "../kind.ts";
import { findHolders } from "./holders.ts";
import { isIgnored, type IgnoreRule } from "./ignore.ts";

/** What is declared, by what may be done with it. */
export interface Governed {
  /** Read, compared and written. */
  readonly managed: readonly Resource[];
  readonly sweeps: readonly Sweep[];
  /** Read and compared. */
  readonly observed: readonly Resource[];
  readonly observedSweeps: readonly Sweep[];
  /** Texts of addresses that are declared elsewhere, with what they hold and bring, or ignored. */
  readonly elsewhere: ReadonlySet<string>;
  /** By text of the address: as the manifests say it, else as they said it when they were applied. */
  readonly lifecycles: ReadonlyMap<string, Lifecycle>;
  /** Whether a manifest says that this object is not written, by listing it or by its scope. */
  readonly isLeftAlone: (address: Address) => boolean;
}

/** What is declared, and what the project file leaves alone. */
export interface GovernedInput {
  readonly resources: readonly Resource[];
  readonly sweeps: readonly Sweep[];
  readonly ignore?: readonly IgnoreRule[] | undefined;
}

/** Sorts what is declared by its lifecycle. */
export function govern(
  { resources, sweeps, ignore = [] }: GovernedInput,
  inventory: Inventory,
): Governed {
  const withLifecycle = (wanted: Lifecycle) => resources.filter((one) => one.lifecycle === wanted);
  const ignored = withLifecycle("ignore");
  const observed = withLifecycle("observe");
  const foreign = sweeps.filter(({ lifecycle }) => isUnwritten(lifecycle));
  const unwritten = new Set([...ignored, ...observed].map(({ address }) => formatAddress(address)));
  const ignoredHere = [...inventory.objects.keys()].filter((key) => {
    const address = parseAddress(key);
    return address !== undefined && isIgnored(address, ignore);
  });
  return {
    managed: resources.filter(({ lifecycle }) => !isUnwritten(lifecycle)),
    sweeps: sweeps.filter(({ lifecycle }) => !isUnwritten(lifecycle)),
    observed,
    observedSweeps: sweeps.filter(({ lifecycle }) => lifecycle === "observe"),
    elsewhere: new Set([
      ...ignored.map(({ address }) => formatAddress(address)),
      ...findHolders(ignored).keys(),
      ...ignoredHere,
    ]),
    lifecycles: lifecyclesOf(resources, inventory),
    isLeftAlone: (address) =>
      unwritten.has(formatAddress(address)) ||
      isIgnored(address, ignore) ||
      foreign.some(({ kind, covers }) => kind === address.kind && covers(address)),
  };
}

function isUnwritten(lifecycle: Lifecycle | undefined): boolean {
  return lifecycle === "ignore" || lifecycle === "observe";
}

function lifecyclesOf(
  resources: readonly Resource[],
  inventory: Inventory,
): ReadonlyMap<string, Lifecycle> {
  const declared = new Map(
    resources.map(({ address, lifecycle }) => [formatAddress(address), lifecycle]),
  );
  const remembered = [...inventory.objects].flatMap(([key, { lifecycle }]) =>
    lifecycle === undefined || declared.has(key) ? [] : [[key, lifecycle] as const],
  );
  const said = [...declared].flatMap(([key, lifecycle]) =>
    lifecycle === undefined ? [] : [[key, lifecycle] as const],
  );
  return new Map([...remembered, ...said]);
}

/** Why an owned object is let go and stays on the server; undefined for one that is not. */
export function reasonToRelease(
  { elsewhere, lifecycles }: Pick<Governed, "elsewhere" | "lifecycles">,
  address: Address,
): string | undefined {
  const key = formatAddress(address);
  const lifecycle = lifecycles.get(key);
  if (lifecycle === "observe") return "its manifest only observes it";
  if (elsewhere.has(key)) return "it is declared elsewhere, or ignored";
  if (lifecycle === "orphan")
    return "no manifest declares it any more, and its lifecycle is orphan";
  return undefined;
}
