/** Blocks for cascades: remaining contents, visibility in between, and permanent losses. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { byAddress, type AddressMap } from "../../../model/address-map.ts";
import type { Cascade } from "../../kind.ts";
import { movesOut } from "../plan/cascades.ts";
import { acceptance, type Block, type Change } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";

type CascadeBlocksInput = Pick<Described, "changes" | "resources" | "cascades">;

export function findCascadeBlocks(input: CascadeBlocksInput): readonly Block[] {
  if (input.cascades.size === 0) return [];
  const changes = byAddress(input.changes);
  return [...input.cascades].flatMap(([address, cascade]) => {
    const key = formatAddress(address);
    const left = contentsLeft({ ...input, changes }, address, cascade);
    const gone = changes.get(address)?.cannotComeBack ?? [];
    return [
      ...left.map((what) => ({
        name: undefined,
        message: `${key} still holds ${what}, which this plan does not delete`,
        hint: "Delete it on the server, move it elsewhere, or keep declaring what it lives in.",
        about: [address],
      })),
      ...(cascade.uncovers ?? []).map((what) => ({
        name: "public-access" as const,
        message: `While ${key} is recreated, ${what} can be seen until it is hidden again`,
        hint: acceptance("public-access"),
        about: [address],
      })),
      ...gone.map((what) => ({
        name: "irreversible" as const,
        message: `Deleting ${key} would lose ${what}, which Plumbline cannot bring back`,
        hint: "Save it and clear it away on the server first, or accept the deletion with --allow irreversible.",
        about: [address],
      })),
    ];
  });
}

/** Contents of a deleted object that are neither deleted nor moved out. */
function contentsLeft(
  {
    changes,
    resources,
  }: Pick<CascadeBlocksInput, "resources"> & { readonly changes: AddressMap<Change> },
  home: Address,
  { contents }: Cascade,
): readonly string[] {
  const about = { changes: [...changes.values()], resources };
  const leaves = (one: Address) =>
    changes.get(one)?.action === "delete" || movesOut(about, one, home);
  return contents
    .filter(({ addresses, goes }) => {
      if (addresses.some(leaves)) return false;
      return goes !== "unless-declared" || addresses.some((one) => resources.has(one));
    })
    .map(({ what }) => what);
}
