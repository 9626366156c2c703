/** The workspace that something lives in. */
import type { Address } from "../../../model/address.ts";

/** Its address, as what has to be there before; none for what is global. */
export function workspaceOf({ workspace }: Pick<Address, "workspace">): readonly Address[] {
  return workspace === null ? [] : [{ kind: "Workspace", workspace: null, name: workspace }];
}
