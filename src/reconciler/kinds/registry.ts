/** All kinds. To add one, write a file beside this one and add a line here. */
import type { AnyKind } from "../kind.ts";
import { accessRulesKind } from "./access-rules.ts";
import { appSchemaStoreKind } from "./app-schema-store.ts";
import { blobStoreKind } from "./blob-store.ts";
import { catalogModeKind } from "./catalog-mode.ts";
import { coverageKind } from "./coverage.ts";
import { coverageStoreKind } from "./coverage-store.ts";
import { dataStoreKind } from "./data-store.ts";
import { defaultWorkspaceKind } from "./default-workspace.ts";
import { diskQuotaKind } from "./disk-quota.ts";
import { featureTypeKind } from "./feature-type.ts";
import { fileKind } from "./file.ts";
import { gridSetKind } from "./grid-set.ts";
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
import { tileLayerKind } from "./tile-layer.ts";
import { templateKind } from "./template.ts";
import { urlCheckKind } from "./url-check.ts";
import { userKind } from "./user.ts";
import { wmsLayerKind } from "./wms-layer.ts";
import { wmsStoreKind } from "./wms-store.ts";
import { wmtsLayerKind } from "./wmts-layer.ts";
import { wmtsStoreKind } from "./wmts-store.ts";
import { workspaceKind } from "./workspace.ts";

/** Kinds by the kind name in addresses. */
export const kinds: ReadonlyMap<string, AnyKind> = new Map(
  [
    accessRulesKind,
    appSchemaStoreKind,
    blobStoreKind,
    catalogModeKind,
    coverageKind,
    coverageStoreKind,
    dataStoreKind,
    defaultWorkspaceKind,
    diskQuotaKind,
    featureTypeKind,
    fileKind,
    gridSetKind,
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
    tileLayerKind,
    templateKind,
    urlCheckKind,
    userKind,
    wmsLayerKind,
    wmsStoreKind,
    wmtsLayerKind,
    wmtsStoreKind,
    workspaceKind,
  ].map((kind) => [kind.name, kind]),
);
