/** What a run changed, in one line: objects by kind and by what became of them. Pure. */
import { history as limits } from "../../model/limits.ts";
import type { RunChange, RunRecord } from "../../reconciler/inventory/history.ts";

/** The history keeps of objects without a request only those that are owned from then on. */
const became: Readonly<Record<RunChange["action"], string>> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
  forget: "forgotten",
  none: "adopted",
};

/**
 * `Style 2 updated, Layer/topp:roads created, 3 not done`: what is alone of its kind by its address, the
 * others with their number; `none` when nothing was to change.
 */
export function changesText({ changes, omitted }: Pick<RunRecord, "changes" | "omitted">): string {
  const groups = Map.groupBy(
    changes.filter(({ done }) => done),
    ({ address, action }) => `${kindOf(address)} ${action}`,
  );
  const named = [...groups.values()].slice(0, limits.named);
  const shown = named.reduce((sum, group) => sum + group.length, 0);
  const undone = changes.filter(({ done }) => !done).length;
  const more = changes.length - undone - shown + omitted;
  const parts = [
    ...named.map(groupText),
    ...(more === 0 ? [] : [`${more} more`]),
    ...(undone === 0 ? [] : [`${undone} not done`]),
  ];
  return parts.length === 0 ? "none" : parts.join(", ");
}

function groupText(group: readonly RunChange[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { address, action } = first;
  const what = group.length === 1 ? address : `${kindOf(address)} ${group.length}`;
  return `${what} ${became[action]}`;
}

function kindOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}
