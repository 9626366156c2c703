/** The workspace of an object as a requirement. */
import type { Address } from "../../../model/address.ts";

const NONE: readonly never[] = [];

/** The address of the workspace; none for a global object. */
export function workspaceOf({ workspace }: Pick<Address, "workspace">): readonly Address[] {
  return workspace === null ? NONE : [{ kind: "Workspace", workspace: null, name: workspace }];
}
