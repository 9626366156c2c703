/**
 * Settings of the stock server and of its workspaces. An object that a body says is replaced whole, and what it
 * leaves out is false, 0 or gone; a body for the server that leaves out the inner settings takes them back to what
 * they are in a new one.
 */
import { bodyElement, param, type Call } from "./call.ts";
import { dates, documentOf, DONE, field, plain, type Answer } from "./documents.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import type { State, Workspace } from "./state.ts";
import {
  child,
  elementsOf,
  escape,
  innerXml,
  parseElement,
  textOf,
  type Element,
} from "./xml-tree.ts";

export const settingsRoutes: readonly Route[] = [
  { path: "/settings", GET: getSettings, PUT: putSettings },
  { path: "/settings/contact", GET: getContact, PUT: putContact },
  {
    path: "/workspaces/:workspace/settings",
    GET: getOwn,
    POST: postOwn,
    PUT: putOwn,
    DELETE: deleteOwn,
  },
];

/** Elements in their order: `?` a flag, `#` a number, others as sent and gone where nobody sends them. */
const ELEMENTS = {
  settings:
    "contact charset title numDecimals# onlineResource schemaBaseUrl proxyBaseUrl verbose? verboseExceptions? metadata localWorkspaceIncludesPrefix? showCreatedTimeColumnsInAdminList? showModifiedTimeColumnsInAdminList? showModifiedUserAdminList? defaultLocale useHeadersProxyURL",
  jai: "allowInterpolation? recycling? tilePriority# tileThreads# memoryCapacity# memoryThreshold# imageIOCache? pngEncoderType pngAcceleration jpegAcceleration allowNativeMosaic allowNativeWarp jaiext",
  coverageAccess: "maxPoolSize# corePoolSize# keepAliveTime# queueType imageIOCacheThreshold#",
  userDetailsDisplaySettingsInfo:
    "loggedInUserDisplayMode showProfileColumnsInUserList? emailDisplayMode revealEmailAtClick?",
} as const;

const TEXTS =
  "address addressCity addressCountry addressDeliveryPoint addressPostalCode addressState addressType contactEmail contactFacsimile contactOrganization contactPerson contactPosition contactVoice onlineResource welcome".split(
    " ",
  );
const inLanguages = (name: string) => `international${name[0]?.toUpperCase()}${name.slice(1)}`;
const CONTACT = ["id", ...TEXTS, ...TEXTS.map(inLanguages)];

/** Those of the whole document; what servers before 3.0 know too is kept where it is sent. */
const WHOLE =
  "settings jai coverageAccess metadata updateSequence featureTypeCacheSize globalServices xmlPostRequestLogBufferSize xmlExternalEntitiesEnabled trailingSlashMatch lockProviderName webUIMode userDetailsDisplaySettingsInfo allowStoredQueriesPerWorkspace resourceErrorHandling".split(
    " ",
  );

/** Those that take only these words; a body cannot un-set them, nor the number. */
const WORDS: Readonly<Record<string, readonly [type: string, words: readonly string[]]>> = {
  webUIMode: ["GeoServerInfo.WebUIMode", ["DEFAULT", "REDIRECT", "DO_NOT_REDIRECT"]],
  resourceErrorHandling: [
    "ResourceErrorHandling",
    ["OGC_EXCEPTION_REPORT", "SKIP_MISCONFIGURED_LAYERS"],
  ],
};
const NUMBERS: readonly string[] = ["xmlPostRequestLogBufferSize"];

/** What people set in older documents, beside the inner settings. */
const LEGACY =
  "contact charset title numDecimals onlineResource schemaBaseUrl proxyBaseUrl verbose verboseExceptions".split(
    " ",
  );

/** The inner settings of a new server; the contact is one that the server made. */
const INNER =
  "<contact><id>contact</id></contact><charset>UTF-8</charset><numDecimals>4</numDecimals><verbose>true</verbose><verboseExceptions>false</verboseExceptions><localWorkspaceIncludesPrefix>false</localWorkspaceIncludesPrefix><showCreatedTimeColumnsInAdminList>false</showCreatedTimeColumnsInAdminList><showModifiedTimeColumnsInAdminList>false</showModifiedTimeColumnsInAdminList><showModifiedUserAdminList>false</showModifiedUserAdminList>";

export function newSettings(): Map<string, string> {
  return new Map([
    [
      "settings",
      INNER.replace(
        "contact</id>",
        "contact</id><contactPerson>Claudius Ptolomaeus</contactPerson>",
      ),
    ],
    [
      "jai",
      "<allowInterpolation>false</allowInterpolation><recycling>false</recycling><tilePriority>5</tilePriority><tileThreads>7</tileThreads><memoryCapacity>0.5</memoryCapacity><memoryThreshold>0.75</memoryThreshold><imageIOCache>false</imageIOCache>",
    ],
    [
      "coverageAccess",
      "<maxPoolSize>10</maxPoolSize><corePoolSize>5</corePoolSize><keepAliveTime>30000</keepAliveTime><queueType>UNBOUNDED</queueType><imageIOCacheThreshold>10240</imageIOCacheThreshold>",
    ],
    ["featureTypeCacheSize", "0"],
    ["globalServices", "true"],
    ["xmlPostRequestLogBufferSize", "1024"],
    [
      "userDetailsDisplaySettingsInfo",
      "<loggedInUserDisplayMode>USERNAME</loggedInUserDisplayMode><showProfileColumnsInUserList>false</showProfileColumnsInUserList><emailDisplayMode>DOMAIN_ONLY</emailDisplayMode><revealEmailAtClick>false</revealEmailAtClick>",
    ],
  ]);
}

/** What an object becomes of which a body says this; `before` is what it was like, where that counts. */
function replaced(elements: string, body: Element | undefined, before?: Element): string {
  return elements
    .split(" ")
    .map((one) => {
      const [, name = "", sign = ""] = /^(\w+)([?#]?)$/.exec(one) ?? [];
      const said = body && child(body, name);
      const given = said?.attributes.get("xsi:nil") === "true" ? undefined : said;
      if (sign === "?") return field(name, given !== undefined && isTrue(given));
      if (sign === "#") return field(name, given === undefined ? 0 : numberIn(given));
      if (name === "contact") return `<contact>${contactOf(given)}</contact>`;
      if (name === "metadata") return given === undefined ? "" : mapOf(given);
      const kept = given ?? (said === undefined && before ? child(before, name) : undefined);
      return kept === undefined ? "" : written(name, kept);
    })
    .join("");
}

function isTrue(element: Element): boolean {
  return textOf(element).toLowerCase() === "true";
}

function numberIn(element: Element): string {
  const text = textOf(element);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  throw new Refusal(500, `For input string: "${text}"`);
}

function written(name: string, element: Element): string {
  const inside = innerXml(element);
  return inside === "" ? `<${name}/>` : `<${name}>${inside}</${name}>`;
}

/** Values by key, of any type, in an element of their own. */
function mapOf(element: Element): string {
  const other = elementsOf(element).find(({ name }) => name !== "map");
  if (other !== undefined) throw new Refusal(500, `Expected <map> but found <${other.name}>`);
  return innerXml(element) === "" ? "" : `<metadata>${innerXml(element)}</metadata>`;
}

/** A contact that no body says is one that the server makes. */
function contactOf(body: Element | undefined): string {
  if (body === undefined) return field("id", "contact");
  return CONTACT.map((name) => {
    const found = child(body, name);
    return found === undefined ? "" : contactElement(name, found);
  }).join("");
}

function contactElement(name: string, element: Element): string {
  if (!name.startsWith("international")) return field(name, textOf(element));
  const inside = innerXml(element);
  if (inside === "") return "";
  return `<${name} class="org.geotools.util.GrowableInternationalString">${inside}</${name}>`;
}

function elementFrom(inside: string): Element {
  return parseElement(`<it>${inside}</it>`);
}

function getSettings(call: Call): Answer {
  const { settings, clock } = call.state;
  const shown = WHOLE.map((name) => {
    if (name === "updateSequence") return field(name, clock);
    const inside = settings.get(name);
    return inside === undefined ? "" : `<${name}>${inside}</${name}>`;
  });
  return documentOf(call, `<global>${shown.join("")}</global>`);
}

function putSettings(call: Call): Answer {
  const { settings } = call.state;
  const body = bodyElement(call, "global");
  const inner = child(body, "settings");
  const after = new Map(settings);
  after.set("settings", inner === undefined ? legacy(body) : replaced(ELEMENTS.settings, inner));
  after.set("featureTypeCacheSize", "0");
  for (const element of elementsOf(body)) {
    const { name } = element;
    if (name === "settings" || name === "updateSequence" || !WHOLE.includes(name)) continue;
    const isNil = element.attributes.get("xsi:nil") === "true";
    expectTaken(element);
    if (isNil) after.delete(name);
    else if (name in ELEMENTS)
      after.set(name, replaced(ELEMENTS[name as keyof typeof ELEMENTS], element));
    else if (name === "metadata" && innerXml(element) === "") after.delete(name);
    else after.set(name, innerXml(element));
  }
  for (const [name, usual] of [
    ["trailingSlashMatch", "true"],
    ["allowStoredQueriesPerWorkspace", "true"],
    ["resourceErrorHandling", "SKIP_MISCONFIGURED_LAYERS"],
  ] as const)
    if (!after.has(name)) after.set(name, usual);
  for (const [name, inside] of after) settings.set(name, inside);
  for (const name of settings.keys()) if (!after.has(name)) settings.delete(name);
  return DONE;
}

/** Refuses a word that such a server does not know, and nothing where a word or a number has to be. */
function expectTaken(element: Element): void {
  const { name } = element;
  const text = textOf(element);
  const [type, words] = WORDS[name] ?? [];
  if (words?.includes(text) === false)
    throw new Refusal(500, `No enum constant org.geoserver.config.${type}.${text}`);
  if (NUMBERS.includes(name) && text === "") throw new Refusal(500, "Zero length string");
}

/** A body without the inner settings: those of a new server, but for what stands outside as in old documents. */
function legacy(body: Element): string {
  const given = elementsOf(body).filter(({ name }) => LEGACY.includes(name));
  if (given.length === 0) return INNER;
  const usual = elementsOf(elementFrom(INNER)).filter(
    ({ name }) => !given.some((one) => one.name === name),
  );
  const all = { name: "it", attributes: new Map(), nodes: [...usual, ...given] };
  return replaced(ELEMENTS.settings, all);
}

function contactIn({ settings }: State): Element {
  const inner = elementFrom(settings.get("settings") ?? "");
  return child(inner, "contact") ?? elementFrom("");
}

function getContact(call: Call): Answer {
  return documentOf(call, `<contact>${innerXml(contactIn(call.state))}</contact>`);
}

/** What a body does not say stays, and nothing is ever gone; a text by language is the one without it too. */
function putContact(call: Call): Answer {
  const { state } = call;
  const body = bodyElement(call, "contact");
  const before = contactIn(state);
  const shown = CONTACT.map((name) => {
    const said = name === "id" ? undefined : child(body, name);
    if (said !== undefined) return contactElement(name, said);
    const [language] = elementsOf(child(body, inLanguages(name)) ?? elementFrom(""));
    if (language !== undefined) return field(name, textOf(language));
    const kept = child(before, name);
    return kept === undefined ? "" : contactElement(name, kept);
  });
  const inner = elementsOf(elementFrom(state.settings.get("settings") ?? ""));
  const after = inner.map((element) =>
    element.name === "contact" ? `<contact>${shown.join("")}</contact>` : whole(element),
  );
  state.settings.set("settings", after.join(""));
  return DONE;
}

function whole(element: Element): string {
  return innerXml({ name: "it", attributes: new Map(), nodes: [element] });
}

/** The workspace of a path. Where there is none, such servers stumble. */
function homeOf(call: Call): Workspace {
  const workspace = call.state.workspaces.get(param(call, "workspace"));
  if (workspace !== undefined) return workspace;
  const words = 'WorkspaceInfo.getId()" because "workspace" is null';
  throw new Refusal(500, `Cannot invoke "org.geoserver.catalog.${words}`);
}

/** What is shown of a workspace that has nothing for itself. */
const STAND_IN = INNER.replace("<verbose>true", "<verbose>false");

function getOwn(call: Call): Answer {
  const workspace = homeOf(call);
  const own = call.state.ownSettings.get(workspace.name);
  if (own === undefined) return documentOf(call, `<settings>${STAND_IN}</settings>`);
  const id = field("id", `SettingsInfoImpl-${escape(workspace.name)}`);
  const home = `${field("name", workspace.name)}${field("isolated", workspace.isolated)}${dates(workspace)}`;
  return documentOf(call, `<settings>${id}<workspace>${home}</workspace>${own}</settings>`);
}

function postOwn(call: Call): Answer {
  const name = param(call, "workspace");
  if (!call.state.workspaces.has(name))
    throw new Refusal(500, "Settings must be part of a workspace");
  if (call.state.ownSettings.has(name))
    throw new Refusal(500, `Settings already exist for workspace '${name}'`);
  putOwn(call);
  return plain(201, name);
}

/** Texts that a body leaves out stay, and flags that may be without a value; all else is replaced. */
function putOwn(call: Call): Answer {
  const { name } = homeOf(call);
  const { ownSettings } = call.state;
  const body = bodyElement(call, "settings");
  const before = ownSettings.get(name);
  ownSettings.set(
    name,
    replaced(ELEMENTS.settings, body, before === undefined ? undefined : elementFrom(before)),
  );
  return DONE;
}

function deleteOwn(call: Call): Answer {
  const { name } = homeOf(call);
  if (call.state.ownSettings.delete(name)) return DONE;
  const words = 'SettingsInfo.getId()" because "s" is null';
  throw new Refusal(500, `Cannot invoke "org.geoserver.config.${words}`);
}
