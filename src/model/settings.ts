/**
 * The global settings that clients of this family read and write. Plumbline keeps them; of what
 * they steer on a map server that draws, nothing is done here (docs/compatibility.md, "Settings").
 */

/** Value of one setting. */
export type SettingValue = string | number | boolean;

/** A setting: its value at the start decides its type; undefined is a text that is not set. */
type Group = Readonly<Record<string, SettingValue | undefined>>;

const contact = {
  address: undefined,
  addressCity: undefined,
  addressCountry: undefined,
  addressPostalCode: undefined,
  addressState: undefined,
  addressType: undefined,
  contactEmail: undefined,
  contactFacsimile: undefined,
  contactOrganization: undefined,
  contactPerson: undefined,
  contactPosition: undefined,
  contactVoice: undefined,
  onlineResource: undefined,
  welcome: undefined,
} as const;

const settings = {
  title: undefined,
  charset: "UTF-8",
  numDecimals: 8,
  onlineResource: undefined,
  proxyBaseUrl: undefined,
  schemaBaseUrl: undefined,
  verbose: false,
  verboseExceptions: false,
  localWorkspaceIncludesPrefix: false,
} as const;

const jai = {
  allowInterpolation: false,
  recycling: false,
  tilePriority: 5,
  tileThreads: 7,
  memoryCapacity: 0.5,
  memoryThreshold: 0.75,
  imageIOCache: false,
  pngAcceleration: true,
  jpegAcceleration: true,
  allowNativeMosaic: false,
  allowNativeWarp: false,
} as const;

const coverageAccess = {
  maxPoolSize: 10,
  corePoolSize: 5,
  keepAliveTime: 30_000,
  queueType: "UNBOUNDED",
  imageIOCacheThreshold: 10_240,
} as const;

const server = {
  featureTypeCacheSize: 0,
  globalServices: true,
  xmlPostRequestLogBufferSize: 1_024,
} as const;

/** Groups of settings with what they start from, in the order of the document. */
export const settingGroups = {
  contact,
  settings,
  jai,
  coverageAccess,
  server,
} as const satisfies Readonly<Record<string, Group>>;

/** Name of a group. */
export type SettingGroup = keyof typeof settingGroups;

/** Settings that were given, by group and name. */
export type GlobalSettings = Readonly<
  Partial<Record<SettingGroup, Readonly<Record<string, SettingValue>>>>
>;

/** All settings of a group, given ones before those of the start. */
export function settingsOf(
  given: GlobalSettings,
  group: SettingGroup,
): readonly (readonly [string, SettingValue | undefined])[] {
  const own = given[group] ?? {};
  return Object.entries(settingGroups[group] as Group).map(
    ([name, initial]) => [name, Object.hasOwn(own, name) ? own[name] : initial] as const,
  );
}

/** Settings with others put over them. */
export function mergeSettings(before: GlobalSettings, change: GlobalSettings): GlobalSettings {
  const names = Object.keys(settingGroups) as SettingGroup[];
  return Object.fromEntries(
    names.map((group) => [group, { ...before[group], ...change[group] }] as const),
  );
}
