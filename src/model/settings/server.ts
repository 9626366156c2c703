/**
 * Settings of the server only: reading, drawing and responding (docs/compatibility.md, "Settings").
 */
import { type PlacedPart, type PlacedParts, inside, part } from "../schema.ts";

const off = { usual: false } as const;
const percent = { isBroken: true, least: 0, most: 1 } as const;
/** Settings that servers from 3.0 on accept and drop. */
const older = { nullable: true, means: "Of servers before 3.0; later ones forget it." } as const;

const JAI_EXT =
  "Affine BandCombine BandMerge BandSelect Binarize Border ColorConvert Crop ErrorDiffusion Format ImageFunction Lookup Mosaic Null OrderedDither Rescale Scale Stats Translate Warp algebric operationConst".split(
    " ",
  );

const imageProcessing = inside("jai", {
  "imageProcessing.allowInterpolation": part("flag", "allowInterpolation", off),
  "imageProcessing.recycling": part("flag", "recycling", off),
  "imageProcessing.tilePriority": part("number", "tilePriority", {
    usual: 5,
    least: 1,
    most: 10,
  }),
  "imageProcessing.tileThreads": part("number", "tileThreads", { usual: 7, least: 0 }),
  "imageProcessing.memoryCapacity": part("number", "memoryCapacity", { ...percent, usual: 0.5 }),
  "imageProcessing.memoryThreshold": part("number", "memoryThreshold", {
    ...percent,
    usual: 0.75,
  }),
  "imageProcessing.imageIoCache": part("flag", "imageIOCache", off),
  "imageProcessing.pngEncoderType": part("text", "pngEncoderType", {
    usual: "PNGJ",
    nullable: true,
    means: "PNGJ or JDK.",
  }),
  "imageProcessing.pngAcceleration": part("flag", "pngAcceleration", { ...older, usual: true }),
  "imageProcessing.jpegAcceleration": part("flag", "jpegAcceleration", {
    ...older,
    usual: true,
  }),
  "imageProcessing.allowNativeMosaic": part("flag", "allowNativeMosaic", { ...older, ...off }),
  "imageProcessing.allowNativeWarp": part("flag", "allowNativeWarp", { ...older, ...off }),
  "imageProcessing.jaiExtOperations": part("texts", "jaiext/jaiExtOperations", {
    ...older,
    usual: JAI_EXT,
  }),
});

const coverageAccess = inside("coverageAccess", {
  "coverageAccess.maxPoolSize": part("number", "maxPoolSize", { usual: 5, least: 0 }),
  "coverageAccess.corePoolSize": part("number", "corePoolSize", { usual: 5, least: 0 }),
  "coverageAccess.keepAliveTime": part("number", "keepAliveTime", {
    usual: 30_000,
    least: 0,
    means: "Milliseconds.",
  }),
  "coverageAccess.queueType": part("text", "queueType", {
    usual: "UNBOUNDED",
    values: ["UNBOUNDED", "DIRECT"],
  }),
  "coverageAccess.imageIoCacheThreshold": part("number", "imageIOCacheThreshold", {
    usual: 10_240,
    least: 0,
    means: "Kilobytes.",
  }),
});

const userDetailsDisplay = inside("userDetailsDisplaySettingsInfo", {
  "userDetailsDisplay.loggedInUserDisplayMode": part("text", "loggedInUserDisplayMode", {
    usual: "USERNAME",
    values: ["USERNAME", "PREFERRED_USERNAME", "FULL_NAME", "FALLBACK"],
  }),
  "userDetailsDisplay.showProfileColumnsInUserList": part(
    "flag",
    "showProfileColumnsInUserList",
    off,
  ),
  "userDetailsDisplay.emailDisplayMode": part("text", "emailDisplayMode", {
    usual: "DOMAIN_ONLY",
    values: ["HIDDEN", "DOMAIN_ONLY", "MASKED", "FULL"],
  }),
  "userDetailsDisplay.revealEmailAtClick": part("flag", "revealEmailAtClick", off),
});

/** In document order; the update counter precedes `featureTypeCacheSize`. */
export const serverTable = {
  ...imageProcessing,
  ...coverageAccess,
  globalMetadata: part("entries", "metadata", {
    means: "Values by key, such as logRequestsEnabled; other keys are kept.",
  }),
  featureTypeCacheSize: part("number", "featureTypeCacheSize", { usual: 0, least: 0 }),
  globalServices: part("flag", "globalServices", {
    usual: true,
    means: "Whether global services answer.",
    exposure: "shows",
  }),
  xmlPostRequestLogBufferSize: part("number", "xmlPostRequestLogBufferSize", {
    usual: 1_024,
    least: 0,
  }),
  xmlExternalEntitiesEnabled: part("flag", "xmlExternalEntitiesEnabled", { ...older, ...off }),
  trailingSlashMatch: part("flag", "trailingSlashMatch", {
    usual: true,
    nullable: true,
    springs: true,
  }),
  lockProviderName: part("text", "lockProviderName", {
    nullable: true,
    means: "nullLockProvider, memoryLockProvider, fileLockProvider, or one of an extension.",
  }),
  webUiMode: part("text", "webUIMode", {
    usual: "DEFAULT",
    nullable: true,
    values: ["DEFAULT", "REDIRECT", "DO_NOT_REDIRECT"],
  }),
  ...userDetailsDisplay,
  allowStoredQueriesPerWorkspace: part("flag", "allowStoredQueriesPerWorkspace", {
    usual: true,
    nullable: true,
    springs: true,
  }),
  resourceErrorHandling: part("text", "resourceErrorHandling", {
    usual: "SKIP_MISCONFIGURED_LAYERS",
    nullable: true,
    springs: "SKIP_MISCONFIGURED_LAYERS",
    values: ["OGC_EXCEPTION_REPORT", "SKIP_MISCONFIGURED_LAYERS"],
  }),
} as const satisfies PlacedParts;

/** Settings that servers from 3.0 on drop. */
export const settingsBefore3: readonly string[] = Object.entries<PlacedPart>(serverTable).flatMap(
  ([name, { means }]) => (means === older.means ? [name] : []),
);
