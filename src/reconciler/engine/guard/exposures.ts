/** What can be seen between two requests of a plan, in whatever order they are sent. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Operation } from "../plan/operation.ts";
import { acceptance, type Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

/**
 * Two changes that both show something else of the same layers, and what has to show something before another change
 * hides it, unless that is hidden meanwhile. A server of our own serves no data, so nothing of the latter is seen.
 */
export function findExposures({ exposed, temporaries, context }: Described): readonly Block[] {
  const hidden = addressSet(temporaries.made.flatMap((one) => one.for));
  const forced = exposed.gaveWay.filter(
    ({ earlier }) => earlier.address === undefined || !hidden.has(earlier.address),
  );
  return [
    ...exposed.clashes.map(({ one, other }) => ({
      ...about(one, other),
      message: `${textOf(one)} and ${textOf(other)} both change what is shown of the same layers: between the two requests something is seen that is seen neither before nor after`,
    })),
    ...(context.server.software === "plumbline" ? [] : forced).map(({ earlier, later }) => ({
      ...about(earlier, later),
      message: `${textOf(later)} has to come before ${textOf(earlier)}, which hides something of the same layers: until then that is seen`,
    })),
  ];
}

function about(one: Operation, other: Operation) {
  return {
    name: "public-access" as const,
    hint: `Apply one of them before the other is declared. ${acceptance("public-access")}`,
    about: [one.address, other.address].filter((address) => address !== undefined),
  };
}

function textOf({ address, kind }: Operation): string {
  return address === undefined ? `the change of ${kind} objects` : formatAddress(address);
}
