/** Every kind there is. Adding one: a file beside this one, and a line here. */
import type { AnyKind } from "../kind.ts";
import { accessRulesKind } from "./access-rules.ts";
import { appSchemaStoreKind } from "./app-schema-store.ts";
import { catalogModeKind } from "./catalog-mode.ts";
import { imageMosaicKind } from "./image-mosaic.ts";
import { layerKind } from "./layer.ts";
import { styleKind } from "./style.ts";
import { workspaceKind } from "./workspace.ts";

/** Kinds by the name in their addresses. */
export const kinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    accessRulesKind,
    appSchemaStoreKind,
    catalogModeKind,
    imageMosaicKind,
    layerKind,
    styleKind,
    workspaceKind,
  ].map((kind) => [kind.name, kind]),
);
