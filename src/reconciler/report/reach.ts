/** What a change affects (objects, tiles, services, scales), as a document and as text. Pure. */
import { formatAddress } from "../../model/address.ts";
import { fewOf } from "../../model/few.ts";
import { scaleName } from "../../wire/difference.ts";
import type { Reached } from "../engine/plan/plan.ts";
import type { ReachDocument } from "./documents.ts";
import type { Row } from "./sections.ts";

/** What a change affects, as a document. */
export function reachDocument({ users, stale, services, scales }: Reached): ReachDocument {
  const isAll = scales === undefined || (scales.from === 0 && scales.to === undefined);
  return {
    users: users.map(({ address, how, through }) => ({
      address: formatAddress(address),
      how: how ?? null,
      through: through === undefined ? null : formatAddress(through),
    })),
    stale: stale.map(formatAddress),
    services,
    scales: isAll ? null : { from: scales.from, to: scales.to ?? null },
  };
}

/** The same as rows. */
export function reachRows(reach: ReachDocument | null | undefined): readonly Row[] {
  if (reach === null || reach === undefined) return [];
  const { users, stale, services, scales } = reach;
  const rows: readonly Row[] = [
    ["shown by", fewOf(users.map(userText))],
    ["at scales", scales === null ? "" : scalesText(scales)],
    ["stale tiles", fewOf(stale)],
    ["seen in", services.join(", ")],
  ];
  return rows.filter(([, text]) => text !== "");
}

function userText({ address, how, through }: ReachDocument["users"][number]): string {
  const about = [how ?? "", through === null ? "" : `through ${through}`];
  const words = about.filter((text) => text !== "").join(", ");
  return words === "" ? address : `${address} (${words})`;
}

function scalesText({ from, to }: NonNullable<ReachDocument["scales"]>): string {
  if (to === null) return `from ${scaleName(from)}`;
  return from === 0 ? `up to ${scaleName(to)}` : `${scaleName(from)} to ${scaleName(to)}`;
}
