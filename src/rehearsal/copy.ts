/** Copies the part of a catalog that a plan reaches, in dependency order. */
import { copyAccounts } from "./accounts.ts";
import { ALL, ifShown, type Copying } from "./copying.ts";
import { namesAt, readDocuments, writeDocument } from "./documents.ts";
import { copyFiles, filesIn } from "./files.ts";
import { copyLayerGroups } from "./layer-groups.ts";
import { copyLayers } from "./layers.ts";
import { regular, styles } from "./nouns.ts";
import { findDependencies, type PlanWithInput } from "./dependencies.ts";
import { copyCatalogMode, copyRules } from "./rules.ts";
import { copyServices } from "./services.ts";
import { copyStores } from "./stores.ts";
import { copyStyles } from "./styles.ts";
import { copyTileCache } from "./tile-cache.ts";
import { copyTileLayers } from "./tile-layers.ts";
import { copyWorkspaces } from "./workspaces.ts";

/** Access depends on accounts and all rules about them. */
const ACCOUNTS = ["User", "Role", "RestRule"];

/** Throws RehearsalTooLargeError, RehearsalInterruptedError, ReadError, WireError. */
export async function copyCatalog(copying: Copying, about: PlanWithInput): Promise<void> {
  const { workspaces, bare, kinds, ...part } = await findDependencies(copying, about);
  await copyWorkspaces(copying, [...workspaces, ...bare]);
  await copyServices(copying, about.seen);
  await copyFiles(copying, new Set([...about.stateFiles, ...filesIn(about.seen)]));
  await copyStyles(copying, part.globalStyles);
  for (const workspace of workspaces) {
    const names = await namesAt(copying, styles, { workspace });
    await copyStyles(
      copying,
      names.map((name) => ({ workspace, name })),
    );
    const layers = new Set((part.layers.get(workspace) ?? []).map(({ address }) => address.name));
    await copyStores(copying, workspace, { layers, seen: about.seen });
  }
  await copyLayers(copying, [...part.layers.values()].flat());
  await copyLayerGroups(copying, part.groups);
  for (const noun of regular.filter(({ kind }) => kinds.has(kind)))
    for (const found of await readDocuments(copying, noun, { workspace: null }))
      await writeDocument(copying, noun, found);
  // Tile layers refer to grid sets even if the plan does not.
  await copyTileCache(copying, new Set([...kinds, "GridSet"]));
  const tiled = [...part.layers.values()].flat().map(({ address }) => address);
  await copyTileLayers(copying, [...tiled, ...part.groups]);
  await copyCatalogMode(copying);
  const accounts = { kind: "User", workspace: null, name: ALL };
  if (ACCOUNTS.some((kind) => kinds.has(kind)))
    await ifShown(copying, accounts, () => copyAccounts(copying));
  await copyRules(copying, new Set(["AccessRule", ...kinds]));
}
