/** Copies what a plan reaches of a catalog into an empty one, in an order in which it can be. */
import { copyAccounts } from "./accounts.ts";
import type { Copying } from "./copying.ts";
import { namesAt } from "./documents.ts";
import { copyFiles, filesIn } from "./files.ts";
import { copyLayerGroups } from "./layer-groups.ts";
import { copyLayers } from "./layers.ts";
import { styles } from "./nouns.ts";
import { findReach, type Reached } from "./reach.ts";
import { copyCatalogMode, copyRules } from "./rules.ts";
import { copyStores } from "./stores.ts";
import { copyStyles } from "./styles.ts";
import { copyWorkspaces } from "./workspaces.ts";

/** Kinds of accounts, and of rules that speak of them: who may do what depends on all of these. */
const ACCOUNTS = ["User", "Role", "RestRule"];

/** Copies it. Throws RehearsalTooLargeError, RehearsalInterruptedError, ReadError, WireError. */
export async function copyCatalog(copying: Copying, reached: Reached): Promise<void> {
  const { workspaces, bare, kinds, ...reach } = await findReach(copying, reached);
  await copyWorkspaces(copying, [...workspaces, ...bare]);
  await copyFiles(copying, new Set([...reached.books, ...filesIn(reached.seen)]));
  await copyStyles(copying, reach.globalStyles);
  for (const workspace of workspaces) {
    const names = await namesAt(copying, styles, { workspace });
    await copyStyles(
      copying,
      names.map((name) => ({ workspace, name })),
    );
    const layers = new Set((reach.layers.get(workspace) ?? []).map(({ address }) => address.name));
    await copyStores(copying, workspace, { layers, seen: reached.seen });
  }
  await copyLayers(copying, [...reach.layers.values()].flat());
  await copyLayerGroups(copying, reach.groups);
  await copyCatalogMode(copying);
  if (ACCOUNTS.some((kind) => kinds.has(kind))) await copyAccounts(copying);
  await copyRules(copying, new Set(["AccessRule", ...kinds]));
}
