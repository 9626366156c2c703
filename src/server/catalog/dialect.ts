/**
 * The dialects (docs/compatibility.md); status differences are in `plugins/errors.ts` and routes.
 */
import { usualLine, type DialectLine, type DialectName } from "../../model/dialect.ts";
import type { RuleSet } from "../../model/access-rule.ts";
import type { Details } from "../../model/details.ts";
import { hashOrder } from "../../model/hash-order.ts";
import { password } from "../../model/limits.ts";
import { freshRestRules, stockRestRules } from "../../model/rest-rule.ts";
import type { ObjectManner } from "../../model/setting.ts";
import type { NameScope } from "./mapped-type.ts";

/** Behaviour of one dialect. */
export interface Dialect {
  readonly name: DialectName;
  /** The line of stock servers (docs/versions.md); undefined for `documented`. */
  readonly line: DialectLine | undefined;
  /** Path suffixes that are cut off: those of formats, or any after the last dot. */
  readonly cutsSuffixes: "known" | "any";
  /** A file's path suffix selects the response format before the query does. */
  readonly formsBySuffix: boolean;
  /** XML schemas are served as XML. */
  readonly typesSchemas: boolean;
  /** Unknown paths, methods and types are answered with a problem document. */
  readonly sendsProblemDocuments: boolean;
  readonly saysCharset: boolean;
  /** Null in a body clears a field; otherwise it is an empty text. */
  readonly nullsClear: boolean;
  /** The error for PUT and DELETE without permission. */
  readonly refusedWrites: "access-denied" | "not-possible";
  readonly takesDoctypes: boolean;
  readonly rulesPost: "replace" | "add";
  readonly deletedStyleFile: "keep" | "backup";
  /** A file without a style entry prevents creating a style of its name from content. */
  readonly orphanFileRefuses: boolean;
  /** The scope in which only one store may map a name. Deviation: mapped-apart. */
  readonly mappedNames: NameScope;
  readonly lists: "published" | "stock";
  /** Whether `enabled` of a layer is applied to its resource. */
  readonly layerEnabled: "passed-on" | "passed-over";
  /** Applies to members and styles of layer groups. */
  readonly unknownMembers: "refuse" | "drop";
  /** "alternate": the first alternate, if any; otherwise by geometry. */
  readonly styleFallsBackTo: "alternate" | "geometry";
  /** What prevents deleting a namespace: any content, or only resources. */
  readonly namespaceKeptBy: "anything" | "resources";
  /** A style that begins with UserStyle may have an empty FeatureTypeStyle. */
  readonly takesEmptyStyles: boolean;
  /** Package files may be in folders without their own entry. */
  readonly makesPackageFolders: boolean;
  /** A default style in use is refused as used instead of as default. */
  readonly reportsUseFirst: boolean;
  /** Applies to a PUT. Deviation: isolated-kept. */
  readonly isolatedWhenUnsaid: "kept" | "taken-off";
  /** Fields marked `isUsualWhenUnsaid` that a PUT omits. Deviation: unsaid-kept. */
  readonly unsaidFields: "kept" | "usual";
  /** Settings that an object in a document omits: kept, or reset. */
  readonly settingObjects: ObjectManner;
  /** A change of settings also writes out certain unset values. */
  readonly settingsSpring: boolean;
  /** "filled-in": a cleared text becomes empty, a missing one the first translation. */
  readonly contactTexts: "as-said" | "filled-in";
  /** A new service of a workspace starts as a copy of the global one, or empty. */
  readonly localServiceBegins: "as-global" | "bare";
  readonly clearsNumbers: boolean;
  readonly coveragesNeedMore: boolean;
  /** The file name and the document describe the coverage of a single raster. */
  readonly describesSingleRasters: boolean;
  /** Refuses byte order marks in SLD except declared UTF-16, and missing layers in POST. */
  readonly strictSld: boolean;
  /** Styles of a workspace have a path without `workspaces/`. */
  readonly hasShortStyles: boolean;
  readonly usersNeedEnabled: boolean;
  /** A format suffix is cut off the path of a service rule. */
  readonly cutsServiceRules: boolean;
  readonly freshRestRules: RuleSet;
  /** Settings that a PUT of a tile layer omits: those of a new one, or none. */
  readonly tileLayerUnsaid: "usual" | "blank";
  /** Constant fields in the document of a tile layer. */
  readonly tileLayerShows: Details;
  /** Objects of the tile cache that tile layers use. */
  readonly usedTileCache: "stays" | "goes";
  readonly orderRoles: (roles: readonly string[]) => readonly string[];
  /** Minimum length, and whether well-known words are refused. */
  readonly keystorePassword: { readonly characters: number; readonly refusesKnown: boolean };
}

const table: Readonly<Record<DialectName, Dialect>> = {
  documented: {
    name: "documented",
    line: undefined,
    cutsSuffixes: "known",
    formsBySuffix: false,
    typesSchemas: true,
    sendsProblemDocuments: false,
    saysCharset: true,
    nullsClear: true,
    refusedWrites: "access-denied",
    takesDoctypes: false,
    rulesPost: "replace",
    deletedStyleFile: "keep",
    orphanFileRefuses: false,
    mappedNames: "workspace",
    lists: "published",
    layerEnabled: "passed-on",
    unknownMembers: "refuse",
    styleFallsBackTo: "geometry",
    namespaceKeptBy: "anything",
    takesEmptyStyles: true,
    makesPackageFolders: true,
    reportsUseFirst: false,
    isolatedWhenUnsaid: "kept",
    unsaidFields: "kept",
    settingObjects: "merged",
    settingsSpring: false,
    contactTexts: "as-said",
    localServiceBegins: "as-global",
    clearsNumbers: true,
    coveragesNeedMore: false,
    describesSingleRasters: false,
    strictSld: false,
    hasShortStyles: true,
    usersNeedEnabled: false,
    cutsServiceRules: false,
    freshRestRules,
    tileLayerUnsaid: "usual",
    tileLayerShows: {},
    usedTileCache: "stays",
    orderRoles: (roles) => roles,
    keystorePassword: { characters: password.characters, refusesKnown: true },
  },
  geoserver: {
    name: "geoserver",
    line: "3.0",
    cutsSuffixes: "known",
    formsBySuffix: false,
    typesSchemas: true,
    sendsProblemDocuments: true,
    saysCharset: true,
    nullsClear: true,
    refusedWrites: "access-denied",
    takesDoctypes: false,
    rulesPost: "add",
    deletedStyleFile: "backup",
    orphanFileRefuses: true,
    mappedNames: "server",
    lists: "stock",
    layerEnabled: "passed-over",
    unknownMembers: "drop",
    styleFallsBackTo: "alternate",
    namespaceKeptBy: "resources",
    takesEmptyStyles: false,
    makesPackageFolders: false,
    reportsUseFirst: true,
    isolatedWhenUnsaid: "taken-off",
    unsaidFields: "usual",
    settingObjects: "replaced",
    settingsSpring: true,
    contactTexts: "filled-in",
    localServiceBegins: "bare",
    clearsNumbers: false,
    coveragesNeedMore: true,
    describesSingleRasters: true,
    strictSld: true,
    hasShortStyles: false,
    usersNeedEnabled: true,
    cutsServiceRules: true,
    freshRestRules: stockRestRules,
    tileLayerUnsaid: "blank",
    tileLayerShows: {},
    usedTileCache: "goes",
    orderRoles: hashOrder,
    keystorePassword: { characters: password.stockCharacters, refusesKnown: false },
  },
};

/** Differences of line 2.28 from 3.0. */
const line228: Dialect = {
  ...table.geoserver,
  line: "2.28",
  cutsSuffixes: "any",
  formsBySuffix: true,
  typesSchemas: false,
  sendsProblemDocuments: false,
  saysCharset: false,
  nullsClear: false,
  refusedWrites: "not-possible",
  takesDoctypes: true,
  tileLayerShows: { inMemoryCached: true },
  cutsServiceRules: false,
};

/** A dialect and its line; the usual line by default. */
export interface DialectChoice {
  readonly dialect: DialectName;
  readonly line?: DialectLine | undefined;
}

/** Returns the behaviour of a dialect. */
export function dialectOf({ dialect, line = usualLine }: DialectChoice): Dialect {
  return dialect === "geoserver" && line === "2.28" ? line228 : table[dialect];
}
