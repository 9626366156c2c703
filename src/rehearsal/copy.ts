/** Copies what a plan reaches of a catalog into an empty one, in an order in which it can be. */
import { copyAccounts } from "./accounts.ts";
import type { Copying } from "./copying.ts";
import { copyCoverageStores } from "./coverage-stores.ts";
import { copyDataStores } from "./data-stores.ts";
import { copyFiles, filesIn } from "./files.ts";
import { copyLayerGroups } from "./layer-groups.ts";
import { copyLayers } from "./layers.ts";
import { findReach, type Reached } from "./reach.ts";
import { copyCatalogMode, copyRules } from "./rules.ts";
import { copyStyles, stylesOf } from "./styles.ts";
import { copyWorkspaces, defaultWorkspace, setDefaultWorkspace } from "./workspaces.ts";

/** Kinds of accounts, and of rules that speak of them: who may do what depends on all of these. */
const ACCOUNTS = ["User", "Role", "RestRule"];

/** Copies it. Throws RehearsalTooLargeError, RehearsalInterruptedError, ReadError, WireError. */
export async function copyCatalog(copying: Copying, reached: Reached): Promise<void> {
  const reach = await findReach(copying, reached);
  const standing = await defaultWorkspace(copying);
  const bare = standing === undefined ? reach.bare : [...reach.bare, standing];
  const { workspaces, kinds } = reach;
  await copyWorkspaces(copying, [...new Set([...workspaces, ...bare])]);
  if (standing !== undefined) await setDefaultWorkspace(copying, standing);
  await copyFiles(copying, new Set([...reached.books, ...filesIn(reached.seen)]));
  await copyStyles(copying, reach.globalStyles);
  for (const workspace of workspaces) {
    await copyStyles(copying, await stylesOf(copying, workspace));
    const layers = new Set((reach.layers.get(workspace) ?? []).map(({ name }) => name));
    await copyDataStores(copying, workspace, layers);
    await copyCoverageStores(copying, workspace, { layers, seen: reached.seen });
  }
  await copyLayers(copying, [...reach.layers.values()].flat());
  await copyLayerGroups(copying, reach.groups);
  await copyCatalogMode(copying);
  if (ACCOUNTS.some((kind) => kinds.has(kind))) await copyAccounts(copying);
  await copyRules(copying, new Set(["AccessRule", ...kinds]));
}
