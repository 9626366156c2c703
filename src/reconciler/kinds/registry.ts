/** Every kind there is. Adding one: a file beside this one, and a line here. */
import type { AnyKind } from "../kind.ts";
import { accessRulesKind } from "./access-rules.ts";
import { appSchemaStoreKind } from "./app-schema-store.ts";
import { catalogModeKind } from "./catalog-mode.ts";
import { coverageKind } from "./coverage.ts";
import { coverageStoreKind } from "./coverage-store.ts";
import { dataStoreKind } from "./data-store.ts";
import { featureTypeKind } from "./feature-type.ts";
import { imageMosaicKind } from "./image-mosaic.ts";
import { keystorePasswordKind } from "./keystore-password.ts";
import { layerGroupKind } from "./layer-group.ts";
import { layerKind } from "./layer.ts";
import { loggingKind } from "./logging.ts";
import { restRulesKind } from "./rest-rules.ts";
import { roleKind } from "./role.ts";
import { serviceKind } from "./service.ts";
import { serviceRulesKind } from "./service-rules.ts";
import { globalSettingsKind } from "./settings.ts";
import { styleKind } from "./style.ts";
import { userKind } from "./user.ts";
import { workspaceKind } from "./workspace.ts";

/** Kinds by the name in their addresses. */
export const kinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    accessRulesKind,
    appSchemaStoreKind,
    catalogModeKind,
    coverageKind,
    coverageStoreKind,
    dataStoreKind,
    featureTypeKind,
    imageMosaicKind,
    keystorePasswordKind,
    layerGroupKind,
    layerKind,
    loggingKind,
    restRulesKind,
    roleKind,
    serviceKind,
    serviceRulesKind,
    globalSettingsKind,
    styleKind,
    userKind,
    workspaceKind,
  ].map((kind) => [kind.name, kind]),
);
