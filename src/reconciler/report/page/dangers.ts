/** Which of what stops a plan an object is concerned by, for the filters of a page. Pure. */
import { parseAddress } from "../../../model/address.ts";
import type { PlanDocument } from "../documents.ts";
import type { OutlineObject } from "../outline.ts";

type Block = PlanDocument["blocks"][number];

/** The name of what is stopped and cannot be accepted. */
const UNACCEPTABLE = "cannot be accepted";

/** Names of the dangers of an object, by what stops the plan; `destructive` where it is deleted or recreated. */
export function dangersOf(
  { address, word, destructive }: Pick<OutlineObject, "address" | "word" | "destructive">,
  stops: readonly Block[],
): readonly string[] {
  const names = stops
    .filter((stop) => stop.about?.includes(address) === true || isInExcess(address, word, stop))
    .map(({ allow }) => allow ?? UNACCEPTABLE);
  return [...new Set([...(destructive ? ["destructive"] : []), ...names])];
}

const words: Readonly<Record<string, string>> = { replace: "recreate" };

/** Whether an object is one of those of which there are too many. */
function isInExcess(address: string, word: string, { excess }: Block): boolean {
  if (excess === undefined || excess === null) return false;
  const { action, kind, workspace } = excess;
  if ((words[action] ?? action) !== word) return false;
  const own = parseAddress(address);
  // Where no kind is named, those of all kinds are counted together.
  return kind === null || (own?.kind === kind && own.workspace === workspace);
}
