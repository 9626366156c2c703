/**
 * Checks after an apply what no fact shows: settings that were sent again, and removed temporary
 * objects (docs/decisions/0052-what-servers-really-did.md).
 */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import type { AddressMap, AddressSet } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { missingSettings, type GivenBack } from "../../../wire/given-back.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { type WireRequest } from "../../../wire/request.ts";
import { members } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { KindContext, Live } from "../../kind.ts";
import { objectFault } from "../../../model/object-diagnostic.ts";
import type { PlannedStep } from "../plan/plan.ts";

export interface GivenBackInput {
  readonly context: KindContext;
  /** Successful requests, in order. */
  readonly done: readonly PlannedStep[];
  readonly declared: AddressSet;
  readonly observe: (addresses: readonly Address[]) => Promise<AddressMap<Live>>;
}

/** What is not in force although every request for it succeeded. */
export async function findNotGivenBack(input: GivenBackInput): Promise<readonly Diagnostic[]> {
  const { context, done } = input;
  const unlike: Diagnostic[] = [];
  for (const [index, step] of done.entries()) {
    const [address] = step.addresses;
    if (address === undefined) continue;
    const words = await wordsNotGivenBack(context, step, done.slice(index + 1));
    if (words.length > 0) {
      const what = `was sent ${words.join(", ")}, and does not show it`;
      unlike.push(notConverged(address, what, NOT_KEPT));
    }
  }
  return [...unlike, ...(await findNotCleared(input))];
}

/**
 * Settings that were sent again and are not shown, in words, without those that later requests set.
 */
export async function wordsNotGivenBack(
  { read }: Pick<KindContext, "read">,
  { givesBack }: PlannedStep,
  later: readonly PlannedStep[],
): Promise<readonly string[]> {
  if (givesBack === undefined) return [];
  const settings = withoutLater(givesBack, later);
  if (Object.keys(settings).length === 0) return [];
  const answer = await getIfThere(read, givesBack.path);
  // A missing object is reported by its facts.
  return answer === undefined ? [] : missingSettings(documentIn(answer).content, settings);
}

const NOT_KEPT =
  "The server answered with success and did not keep it; no plan shows it, so set it by hand.";
const NOT_CLEARED = [
  "was made for the time of the run, and is still there",
  "Its deletion was answered with success and did nothing; delete it by hand.",
] as const;

function withoutLater(
  { settings, writtenAt }: GivenBack,
  later: readonly PlannedStep[],
): GivenBack["settings"] {
  const handled = new Set(
    later
      .filter(({ request }) => request.path === writtenAt)
      .flatMap(({ request }) => membersOf(request)),
  );
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !handled.has(name)));
}

function membersOf({ body, mediaType }: WireRequest): readonly string[] {
  if (body?.kind !== "text" || mediaType !== mediaTypes.xml) return [];
  return members(parseXml(body.text).content).map(([name]) => name);
}

export function notConverged(of: Address, what: string, hint: string): Diagnostic {
  return objectFault(of, "did-not-converge", what, { hint });
}

async function findNotCleared({
  done,
  declared,
  observe,
}: GivenBackInput): Promise<readonly Diagnostic[]> {
  const cleared = done
    .flatMap(({ clears = [] }) => clears)
    .filter((address) => !declared.has(address));
  if (cleared.length === 0) return [];
  const live = await observe(cleared);
  return cleared
    .filter((address) => live.has(address))
    .map((address) => notConverged(address, ...NOT_CLEARED));
}
