/**
 * What the last looks at map services found (`health.json`), apart from the inventory. An object
 * stays unhealthy until a look says otherwise, or it is no longer declared.
 */
import { z } from "zod";
import { compareText } from "../../model/address.ts";
import { healths, isUnhealthy, worstHealth } from "../../model/health.ts";
import { storedIn, storedText } from "../../wire/stored.ts";
import type { StateStore } from "./state-store.ts";

const HEALTH_FILE = "health.json";

/** More unhealthy objects than these are only counted. */
const KEPT = 1_000;

const verdict = z.enum(healths);

const kept = z.object({
  /** When the last look ended, in ISO 8601. */
  at: z.iso.datetime(),
  verdict,
  summary: z.object({
    exposed: z.int(),
    degraded: z.int(),
    unknown: z.int(),
    healthy: z.int(),
  }),
  /** Exposed and degraded objects, and faults that concern every client, by their text. */
  unhealthy: z.array(
    z.object({ address: z.string(), health: verdict, text: z.string(), at: z.iso.datetime() }),
  ),
});

const stored = kept.extend({ format_version: z.string().startsWith("1."), estate: z.string() });

/** The kept result. */
export type KeptHealth = Readonly<z.infer<typeof kept>>;

/** What a look found, as its document says it. */
export interface FoundHealth {
  readonly at: string;
  readonly verdict: KeptHealth["verdict"];
  readonly summary: KeptHealth["summary"];
  readonly objects: readonly {
    readonly address: string;
    readonly health: KeptHealth["verdict"];
    readonly findings: readonly { readonly text: string }[];
  }[];
  /** Those without objects concern every client. */
  readonly faults: readonly {
    readonly health: KeptHealth["verdict"];
    readonly text: string;
    readonly objects: readonly string[];
  }[];
}

/** In place of an address, where a fault concerns every client. */
const EVERYONE = "the server";

/** Undefined where no look was kept that this version can read. Throws StateError. */
export async function loadHealth(
  state: StateStore,
  estate: string,
): Promise<KeptHealth | undefined> {
  const document = await state.load(HEALTH_FILE);
  const form = document && readable(document.text);
  if (form === undefined || form.estate !== estate) return undefined;
  const { at, verdict: last, summary, unhealthy } = form;
  return { at, verdict: last, summary, unhealthy };
}

/** The next look replaces a document that cannot be read. */
function readable(text: string): z.infer<typeof stored> | undefined {
  try {
    return storedIn(text, stored);
  } catch {
    return undefined;
  }
}

/** The result to keep after a look, which may have been at a part of all that is declared. */
function healthAfter(
  before: KeptHealth | undefined,
  found: FoundHealth,
  declared: ReadonlySet<string>,
): KeptHealth {
  const { at, objects, faults } = found;
  const looked = new Set([EVERYONE, ...objects.map(({ address }) => address)]);
  const left = (before?.unhealthy ?? []).filter(
    ({ address }) => !looked.has(address) && declared.has(address),
  );
  const own = objects.flatMap(({ address, health, findings }) =>
    isUnhealthy(health) ? [{ address, health, text: findings[0]?.text ?? "", at }] : [],
  );
  const whole = faults.flatMap(({ health, text, objects: of }) =>
    of.length === 0 ? [{ address: EVERYONE, health, text, at }] : [],
  );
  const unhealthy = [...whole, ...own, ...left].slice(0, KEPT);
  const isWhole = declared.isSubsetOf(looked);
  const summary = isWhole || before === undefined ? found.summary : counted(before, unhealthy);
  return {
    at,
    verdict: worstHealth([found.verdict, ...unhealthy.map(({ health }) => health)]),
    summary,
    unhealthy,
  };
}

/** After a look at a part, the rest counts as before. */
function counted(
  { summary }: KeptHealth,
  unhealthy: KeptHealth["unhealthy"],
): KeptHealth["summary"] {
  const { exposed, degraded, unknown, healthy } = summary;
  const of = (wanted: KeptHealth["verdict"]) =>
    unhealthy.filter(({ health }) => health === wanted).length;
  const now = { exposed: of("exposed"), degraded: of("degraded") };
  const left = exposed + degraded + healthy - now.exposed - now.degraded;
  return { ...now, unknown, healthy: Math.max(0, left) };
}

/** Whether maps are now as declared that were not, or the reverse. */
export function hasTurned(before: KeptHealth | undefined, after: KeptHealth): boolean {
  return keyOf(before) !== keyOf(after);
}

function keyOf(health: KeptHealth | undefined): string {
  const keys = (health?.unhealthy ?? []).map((one) => `${one.health} ${one.address}`);
  return keys.toSorted(compareText).join("\n");
}

/** Throws StateError. */
function saveHealth(state: StateStore, estate: string, health: KeptHealth): Promise<void> {
  return state.save(HEALTH_FILE, storedText("1.0", estate, { ...health }));
}

/**
 * Keeps what a look found, if `isDue` says so of the kept and the new result. Throws StateError.
 */
export async function keepHealth(
  state: StateStore,
  { estate, ...found }: FoundHealth & { readonly estate: string },
  declared: ReadonlySet<string>,
  isDue: (before: KeptHealth | undefined, after: KeptHealth) => boolean = () => true,
): Promise<KeptHealth> {
  const before = await loadHealth(state, estate);
  const health = healthAfter(before, found, declared);
  if (isDue(before, health)) await saveHealth(state, estate, health);
  return health;
}
