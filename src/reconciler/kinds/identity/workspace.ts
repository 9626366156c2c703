/** The workspace that something lives in. */
import type { Address } from "../../../model/address.ts";

const NONE: readonly never[] = [];

/** Its address, as what has to be there before; none for what is global. */
export function workspaceOf({ workspace }: Pick<Address, "workspace">): readonly Address[] {
  return workspace === null ? NONE : [{ kind: "Workspace", workspace: null, name: workspace }];
}
