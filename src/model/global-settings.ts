/** What manifests may set of the server as a whole: settings of `/settings` by their names there (docs/compatibility.md, "Settings"). */
import { inside, setting, type SettingTable, type SettingValues } from "./setting.ts";
import { settingGroups } from "./settings.ts";

const off = { usual: false } as const;
const percent = { isBroken: true, least: 0, most: 1 } as const;

const contact = inside("settings/contact", {
  "contact.address": setting("text", "address"),
  "contact.city": setting("text", "addressCity"),
  "contact.country": setting("text", "addressCountry"),
  "contact.postalCode": setting("text", "addressPostalCode"),
  "contact.state": setting("text", "addressState"),
  "contact.addressType": setting("text", "addressType"),
  "contact.email": setting("text", "contactEmail"),
  "contact.facsimile": setting("text", "contactFacsimile"),
  "contact.organization": setting("text", "contactOrganization"),
  "contact.person": setting("text", "contactPerson"),
  "contact.position": setting("text", "contactPosition"),
  "contact.voice": setting("text", "contactVoice"),
  "contact.onlineResource": setting("text", "onlineResource"),
  "contact.welcome": setting("text", "welcome"),
});

const served = inside("settings", {
  charset: setting("text", "charset", { usual: "UTF-8" }),
  title: setting("text", "title"),
  decimals: setting("number", "numDecimals", {
    usual: 4,
    least: 0,
    means: "Decimals of coordinates in answers.",
  }),
  onlineResource: setting("text", "onlineResource"),
  proxyBaseUrl: setting("text", "proxyBaseUrl", {
    means: "Address by which clients reach the server; links in answers begin so.",
  }),
  schemaBaseUrl: setting("text", "schemaBaseUrl"),
  verbose: setting("flag", "verbose", { usual: true }),
  verboseExceptions: setting("flag", "verboseExceptions", off),
  localWorkspaceIncludesPrefix: setting("flag", "localWorkspaceIncludesPrefix", off),
});

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

/** The table, in the order of the document. */
export const globalSettingTable = {
  ...contact,
  ...served,
  ...imageProcessing,
  ...coverageAccess,
  featureTypeCacheSize: setting("number", "featureTypeCacheSize", { usual: 0, least: 0 }),
  globalServices: setting("flag", "globalServices", {
    usual: true,
    means: "Whether services answer outside of workspaces.",
  }),
  xmlPostRequestLogBufferSize: setting("number", "xmlPostRequestLogBufferSize", {
    usual: 1_024,
    least: 0,
  }),
} as const satisfies SettingTable;

/** Elements of the groups of a new catalog. */
const ELEMENTS = {
  contact: "settings/contact/",
  settings: "settings/",
  jai: "jai/",
  coverageAccess: "coverageAccess/",
  server: "",
} as const;

/** What a new catalog has. */
export const freshGlobalSettings: SettingValues = Object.fromEntries(
  Object.entries(settingGroups).flatMap(([group, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${ELEMENTS[group as keyof typeof ELEMENTS]}${name}`, value]],
    ),
  ),
);
