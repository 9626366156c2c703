/** Blocks for what becomes visible between two requests. */
import { formatAddress } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Operation } from "../plan/operation.ts";
import { acceptance, type Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

/**
 * Two changes that both show something of the same layers, and a change that shows something before
 * another hides it. The included server serves no data, so the latter is harmless there.
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
