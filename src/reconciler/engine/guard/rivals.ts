/** Blocks for unique values that another object keeps. */
import { formatAddress } from "../../../model/address.ts";
import type { Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

export function findRivals({ rivals }: Pick<Described, "rivals">): readonly Block[] {
  return rivals.map(({ what, ...rival }) => {
    const [taker, holder] = [formatAddress(rival.taker), formatAddress(rival.holder)];
    return {
      name: undefined,
      message: `${taker} would get the ${what}, which ${holder} has too`,
      hint: `A server accepts it once. Declare another one, or change ${holder} first.`,
      about: [rival.taker],
    };
  });
}
