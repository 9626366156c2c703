/** What a look at the map services of a server found. */
import type { Address } from "../../model/address.ts";
import { healths, isUnhealthy, worstHealth, type Health } from "../../model/health.ts";

/** One thing that was found. */
export interface Finding {
  readonly health: Health;
  /** A sentence without its full stop. */
  readonly text: string;
  /** Where another object than the layer is at fault. */
  readonly cause?: Address | undefined;
  /** The account that saw it, other than the one that applies. */
  readonly account?: string | undefined;
}

/** The verdict on a layer, a group, or a file of another object. */
export interface ObjectHealth {
  readonly address: Address;
  readonly health: Health;
  /** Worst first; none for a healthy object without a remark. */
  readonly findings: readonly Finding[];
}

/** The result of a look at one server. */
export interface HealthResult {
  /** False for a server without map services: only rules and documents were looked at. */
  readonly draws: boolean;
  readonly objects: readonly ObjectHealth[];
  /** Findings about the server or a workspace, which concern more than one layer. */
  readonly everyone: readonly Finding[];
  /** Objects that were left out, beyond what one look takes. */
  readonly left: number;
  /** Looks at a layer as one more account that were left out, beyond the requests of a layer. */
  readonly looksLeft: number;
  readonly accounts: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
}

function worstOf(all: readonly { readonly health: Health }[]): Health {
  return worstHealth(all.map(({ health }) => health));
}

/** A verdict on an object from its findings. */
export function judged(address: Address, findings: readonly Finding[]): ObjectHealth {
  // A map and a feature can fail for one reason.
  const distinct = new Map(findings.map((one) => [keyOf(one), one]));
  const sorted = [...distinct.values()].toSorted(
    (a, b) => healths.indexOf(a.health) - healths.indexOf(b.health),
  );
  return { address, health: worstOf(findings), findings: sorted };
}

/** Objects by verdict. */
export function healthCounts(result: HealthResult): Readonly<Record<Health, number>> {
  const count = (wanted: Health) => result.objects.filter(({ health }) => health === wanted).length;
  return {
    exposed: count("exposed"),
    degraded: count("degraded"),
    unknown: count("unknown"),
    healthy: count("healthy"),
  };
}

/** The verdict on a whole result. */
export function verdictOf({ objects, everyone }: HealthResult): Health {
  return worstOf([...objects, ...everyone]);
}

/** A fault with the objects that it affects. */
export interface Fault extends Finding {
  readonly objects: readonly Address[];
}

/** Faults that are degraded or exposed, those first that affect most objects. */
export function faultsIn({ objects, everyone }: HealthResult): readonly Fault[] {
  const isFault = ({ health }: Finding) => isUnhealthy(health);
  const whole = everyone.filter(isFault).map((one) => ({ ...one, objects: [] }));
  const found = new Map<string, Fault>();
  for (const { address, findings } of objects)
    for (const one of findings.filter(isFault)) {
      const key = keyOf(one);
      const before = found.get(key)?.objects ?? [];
      found.set(key, { ...one, objects: [...before, address] });
    }
  return [...whole, ...[...found.values()].toSorted((a, b) => b.objects.length - a.objects.length)];
}

function keyOf({ health, cause, text, account }: Finding): string {
  return JSON.stringify([health, cause ?? null, text, account ?? null]);
}
