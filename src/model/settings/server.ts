/**
 * Settings of the server only: reading, drawing and responding (docs/compatibility.md, "Settings").
 */
import { inside, setting, type Setting, type SettingTable } from "../setting.ts";

const off = { usual: false } as const;
const percent = { isBroken: true, least: 0, most: 1 } as const;
/** Settings that servers from 3.0 on accept and drop. */
const older = { nullable: true, means: "Of servers before 3.0; later ones forget it." } as const;

const JAI_EXT =
  "Affine BandCombine BandMerge BandSelect Binarize Border ColorConvert Crop ErrorDiffusion Format ImageFunction Lookup Mosaic Null OrderedDither Rescale Scale Stats Translate Warp algebric operationConst".split(
    " ",
  );

const imageProcessing = inside("jai", {
  "imageProcessing.allowInterpolation": setting("flag", "allowInterpolation", off),
  "imageProcessing.recycling": setting("flag", "recycling", off),
  "imageProcessing.tilePriority": setting("number", "tilePriority", {
    usual: 5,
    least: 1,
    most: 10,
  }),
  "imageProcessing.tileThreads": setting("number", "tileThreads", { usual: 7, least: 0 }),
  "imageProcessing.memoryCapacity": setting("number", "memoryCapacity", { ...percent, usual: 0.5 }),
  "imageProcessing.memoryThreshold": setting("number", "memoryThreshold", {
    ...percent,
    usual: 0.75,
  }),
  "imageProcessing.imageIoCache": setting("flag", "imageIOCache", off),
  "imageProcessing.pngEncoderType": setting("text", "pngEncoderType", {
    usual: "PNGJ",
    nullable: true,
    means: "PNGJ or JDK.",
  }),
  "imageProcessing.pngAcceleration": setting("flag", "pngAcceleration", { ...older, usual: true }),
  "imageProcessing.jpegAcceleration": setting("flag", "jpegAcceleration", {
    ...older,
    usual: true,
  }),
  "imageProcessing.allowNativeMosaic": setting("flag", "allowNativeMosaic", { ...older, ...off }),
  "imageProcessing.allowNativeWarp": setting("flag", "allowNativeWarp", { ...older, ...off }),
  "imageProcessing.jaiExtOperations": setting("texts", "jaiext/jaiExtOperations", {
    ...older,
    usual: JAI_EXT,
  }),
});

const coverageAccess = inside("coverageAccess", {
  "coverageAccess.maxPoolSize": setting("number", "maxPoolSize", { usual: 5, least: 0 }),
  "coverageAccess.corePoolSize": setting("number", "corePoolSize", { usual: 5, least: 0 }),
  "coverageAccess.keepAliveTime": setting("number", "keepAliveTime", {
    usual: 30_000,
    least: 0,
    means: "Milliseconds.",
  }),
  "coverageAccess.queueType": setting("text", "queueType", {
    usual: "UNBOUNDED",
    values: ["UNBOUNDED", "DIRECT"],
  }),
  "coverageAccess.imageIoCacheThreshold": setting("number", "imageIOCacheThreshold", {
    usual: 10_240,
    least: 0,
    means: "Kilobytes.",
  }),
});

const userDetailsDisplay = inside("userDetailsDisplaySettingsInfo", {
  "userDetailsDisplay.loggedInUserDisplayMode": setting("text", "loggedInUserDisplayMode", {
    usual: "USERNAME",
    values: ["USERNAME", "PREFERRED_USERNAME", "FULL_NAME", "FALLBACK"],
  }),
  "userDetailsDisplay.showProfileColumnsInUserList": setting(
    "flag",
    "showProfileColumnsInUserList",
    off,
  ),
  "userDetailsDisplay.emailDisplayMode": setting("text", "emailDisplayMode", {
    usual: "DOMAIN_ONLY",
    values: ["HIDDEN", "DOMAIN_ONLY", "MASKED", "FULL"],
  }),
  "userDetailsDisplay.revealEmailAtClick": setting("flag", "revealEmailAtClick", off),
});

/** In document order; the update counter precedes `featureTypeCacheSize`. */
export const serverTable = {
  ...imageProcessing,
  ...coverageAccess,
  globalMetadata: setting("entries", "metadata", {
    means: "Texts by key, such as logRequestsEnabled; others stay as they are.",
  }),
  featureTypeCacheSize: setting("number", "featureTypeCacheSize", { usual: 0, least: 0 }),
  globalServices: setting("flag", "globalServices", {
    usual: true,
    means: "Whether services answer outside of workspaces.",
    exposure: "shows",
  }),
  xmlPostRequestLogBufferSize: setting("number", "xmlPostRequestLogBufferSize", {
    usual: 1_024,
    least: 0,
  }),
  xmlExternalEntitiesEnabled: setting("flag", "xmlExternalEntitiesEnabled", { ...older, ...off }),
  trailingSlashMatch: setting("flag", "trailingSlashMatch", {
    usual: true,
    nullable: true,
    springs: true,
  }),
  lockProviderName: setting("text", "lockProviderName", {
    nullable: true,
    means: "nullLockProvider, memoryLockProvider, fileLockProvider or that of an extension.",
  }),
  webUiMode: setting("text", "webUIMode", {
    usual: "DEFAULT",
    nullable: true,
    values: ["DEFAULT", "REDIRECT", "DO_NOT_REDIRECT"],
  }),
  ...userDetailsDisplay,
  allowStoredQueriesPerWorkspace: setting("flag", "allowStoredQueriesPerWorkspace", {
    usual: true,
    nullable: true,
    springs: true,
  }),
  resourceErrorHandling: setting("text", "resourceErrorHandling", {
    usual: "SKIP_MISCONFIGURED_LAYERS",
    nullable: true,
    springs: "SKIP_MISCONFIGURED_LAYERS",
    values: ["OGC_EXCEPTION_REPORT", "SKIP_MISCONFIGURED_LAYERS"],
  }),
} as const satisfies SettingTable;

/** Settings that servers from 3.0 on drop. */
export const settingsBefore3: readonly string[] = Object.entries<Setting>(serverTable).flatMap(
  ([name, { means }]) => (means === older.means ? [name] : []),
);
