/**
 * Where the two dialects differ in what they do, as a table. Differences of status alone stand
 * in `plugins/errors.ts` and beside the routes (docs/compatibility.md).
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
  /** The line of stock servers that it is that of (docs/versions.md); none of the published interface. */
  readonly line: DialectLine | undefined;
  /** Which suffixes of a path are cut off: those that name a form, or whatever follows the last dot. */
  readonly cutsSuffixes: "known" | "any";
  /** Whether the suffix of a file's path decides the form of what is told about it, before the query does. */
  readonly formsBySuffix: boolean;
  /** Whether an XML schema is served as XML; else as bytes. */
  readonly typesSchemas: boolean;
  /** Whether a path, method or type that nothing takes is answered with a problem document. */
  readonly tellsProblems: boolean;
  /** Whether plain texts say in which characters they are. */
  readonly saysCharset: boolean;
  /** Whether null in a body takes a field away; else it is an empty text. */
  readonly nullsClear: boolean;
  /** What writing requests of accounts without rights are refused with: that, or that the method is not possible. */
  readonly refusedWrites: "access-denied" | "not-possible";
  /** Whether a style may come with a DOCTYPE. */
  readonly takesDoctypes: boolean;
  /** POST of access rules sets a new list, or adds to the one there is. */
  readonly rulesPost: "replace" | "add";
  /** What happens to the content of a style that is deleted: kept under its name, or set aside. */
  readonly deletedStyleFile: "keep" | "backup";
  /** Whether a file without an entry stands in the way of a style made from content. */
  readonly orphanFileRefuses: boolean;
  /** Where a name may be mapped by one store only. Deviation: mapped-apart. */
  readonly mappedNames: NameScope;
  /** How lists look (`ListManner` in `wire/document.ts`). */
  readonly lists: "published" | "stock";
  /** Whether `enabled` in the document of a layer is passed on to what it shows, or passed over. */
  readonly layerEnabled: "passed-on" | "passed-over";
  /** What becomes of members and styles of a layer group that the catalog does not know. */
  readonly unknownMembers: "refuse" | "drop";
  /** What the default style of a layer becomes that goes: its first alternate, if it has one, or that of its geometry. */
  readonly styleFallsBackTo: "alternate" | "geometry";
  /** What keeps a namespace: whatever is in its workspace, or types and coverages alone. */
  readonly namespaceKeptBy: "anything" | "resources";
  /** Whether a style that begins with UserStyle may hold nothing in a FeatureTypeStyle. */
  readonly takesEmptyStyles: boolean;
  /** Whether files of a package may lie in folders that have no entry of their own. */
  readonly makesPackageFolders: boolean;
  /** Of a default style that layers use: whether those are what keeps it. */
  readonly usersFirst: boolean;
  /** Whether a PUT that says nothing of `isolated` takes it off. Deviation: isolated-kept. */
  readonly isolatedWhenUnsaid: "kept" | "taken-off";
  /** What becomes of fields marked `isUsualWhenUnsaid` that a PUT does not say. Deviation: unsaid-kept. */
  readonly unsaidFields: "kept" | "usual";
  /** What becomes of settings that a changed object of a document does not say: kept, or as in one recreated. */
  readonly settingObjects: ObjectManner;
  /** Whether a change of settings writes out what was usual before. */
  readonly settingsSpring: boolean;
  /** What becomes of texts of the contact that a body of that clears, or says by language alone. */
  readonly contactTexts: "as-said" | "filled-in";
  /** Whether the service that a workspace gets for itself begins as a copy of the server's. */
  readonly localServiceBegins: "as-global" | "bare";
  /** Whether a number can be cleared. */
  readonly clearsNumbers: boolean;
  /** Whether the body that makes a coverage has to say more than a name. */
  readonly coveragesNeedMore: boolean;
  /** Whether the coverage of a raster that holds one alone is described from its file's name and from what is said. */
  readonly describesSingleRasters: boolean;
  /** Whether a style is posted in UTF-8 without a byte order mark, and of layers that exist where it has several. */
  readonly plainStyles: boolean;
  /** Whether the styles of a workspace have a path without `workspaces/`. */
  readonly hasShortStyles: boolean;
  /** Whether a new user has to say that it is enabled. */
  readonly usersNeedEnabled: boolean;
  /** Whether what follows the last dot of a rule on services may be the form of an answer. */
  readonly cutsServiceRules: boolean;
  /** The rules on requests of a new catalog. */
  readonly freshRestRules: RuleSet;
  /** What becomes of the settings of a tile layer that a PUT leaves out: as those of a new one, or nothing. */
  readonly tileLayerUnsaid: "usual" | "blank";
  /** What the document of a tile layer shows that nobody said. */
  readonly tileLayerShows: Details;
  /** Whether what tile layers use of the tile cache can be deleted under them. */
  readonly usedTileCache: "stays" | "goes";
  /** The order in which the roles of a rule are reported. */
  readonly orderRoles: (roles: readonly string[]) => readonly string[];
  /** What a new keystore password must be: its fewest characters, and no well-known word. */
  readonly keystorePassword: { readonly characters: number; readonly refusesKnown: boolean };
}

const table: Readonly<Record<DialectName, Dialect>> = {
  documented: {
    name: "documented",
    line: undefined,
    cutsSuffixes: "known",
    formsBySuffix: false,
    typesSchemas: true,
    tellsProblems: false,
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
    usersFirst: false,
    isolatedWhenUnsaid: "kept",
    unsaidFields: "kept",
    settingObjects: "merged",
    settingsSpring: false,
    contactTexts: "as-said",
    localServiceBegins: "as-global",
    clearsNumbers: true,
    coveragesNeedMore: false,
    describesSingleRasters: false,
    plainStyles: false,
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
    tellsProblems: true,
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
    usersFirst: true,
    isolatedWhenUnsaid: "taken-off",
    unsaidFields: "usual",
    settingObjects: "replaced",
    settingsSpring: true,
    contactTexts: "filled-in",
    localServiceBegins: "bare",
    clearsNumbers: false,
    coveragesNeedMore: true,
    describesSingleRasters: true,
    plainStyles: true,
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

/** What servers of the line 2.28 do otherwise than those of 3.0. */
const line228: Dialect = {
  ...table.geoserver,
  line: "2.28",
  cutsSuffixes: "any",
  formsBySuffix: true,
  typesSchemas: false,
  tellsProblems: false,
  saysCharset: false,
  nullsClear: false,
  refusedWrites: "not-possible",
  takesDoctypes: true,
  tileLayerShows: { inMemoryCached: true },
  cutsServiceRules: false,
};

/** A dialect, and the line of stock servers that it has; the usual one where none is said. */
export interface DialectChoice {
  readonly dialect: DialectName;
  readonly line?: DialectLine | undefined;
}

/** The behaviour of a dialect. */
export function dialectOf({ dialect, line = usualLine }: DialectChoice): Dialect {
  return dialect === "geoserver" && line === "2.28" ? line228 : table[dialect];
}
