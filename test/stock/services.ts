/**
 * Services of the stock server, of the server and of workspaces: a PUT replaces whole what it says of an object, a
 * list or a map, writes out what was usual before, and for a workspace that is not there changes the server's.
 */
import { anyBody, entriesOf, param, type Call } from "./call.ts";
import { documentOf, DONE, field, kept, map, type Answer } from "./documents.ts";
import { ContainerRefusal, Refusal, RouteRefusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { scoped, type State } from "./state.ts";
import { refuseUnreadable } from "./unreadable.ts";
import { child, childText, elementsOf, innerXml, textOf, type Element } from "./xml-tree.ts";

export const serviceRoutes: readonly Route[] = [
  { path: "/services/:ows/settings", GET: getService, PUT: putService },
  {
    path: "/services/:ows/workspaces/:workspace/settings",
    GET: getService,
    PUT: putService,
    DELETE: deleteService,
  },
];

/**
 * Elements of a document in their order: `?` a flag, `#` a number, `~` one that may not be there, `:` an object with such
 * members, others as sent.
 */
const COMMON =
  "enabled? name title internationalTitle maintainer abstrct internationalAbstract accessConstraints fees versions disabledVersions keywords metadataLink citeCompliant? onlineResource schemaBaseURL verbose? outputStrategy metadata defaultLocale";
const OWN: Readonly<Record<string, string>> = {
  wms: "srs allowedURLsForAuthForwarding bboxForEachCRS watermark:enabled?,position,transparency#,url interpolation getFeatureInfoMimeTypeCheckingEnabled? getFeatureInfoMimeTypes getMapMimeTypeCheckingEnabled? getMapMimeTypes dynamicStylingDisabled? featuresReprojectionDisabled? authorityURLs identifiers maxBuffer# maxRequestMemory# maxRenderingTime# maxRenderingErrors# rootLayerTitle rootLayerAbstract internationalRootLayerTitle internationalRootLayerAbstract maxRequestedDimensionValues~ cacheConfiguration:enabled?,maxEntries#,maxEntrySize# remoteStyleMaxRequestTime~ remoteStyleTimeout~ defaultGroupStyleEnabled transformFeatureInfoDisabled? autoEscapeTemplateValues? exceptionOnInvalidDimension",
  wfs: "gml serviceLevel maxFeatures# featureBounding? canonicalSchemaLocation? encodeFeatureMember? hitsIgnoreMaxFeatures? includeWFSRequestDumpFile? disableStoredQueriesManagement? srs allowGlobalQueries simpleConversionEnabled getFeatureOutputTypeCheckingEnabled? getFeatureOutputTypes csvDateFormat",
  wcs: "srs gmlPrefixing? latLon? maxInputMemory# maxOutputMemory# defaultDeflateCompressionLevel~ subsamplingEnabled overviewPolicy maxRequestedDimensionValues~",
  wmts: "",
};

/** What the first change writes out. */
const SPRINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wms: {
    bboxForEachCRS: "false",
    maxRequestedDimensionValues: "100",
    cacheConfiguration:
      "<enabled>false</enabled><maxEntries>1000</maxEntries><maxEntrySize>51200</maxEntrySize>",
    remoteStyleMaxRequestTime: "60000",
    remoteStyleTimeout: "30000",
    defaultGroupStyleEnabled: "true",
  },
  wfs: { allowGlobalQueries: "true", simpleConversionEnabled: "false" },
  wcs: {
    defaultDeflateCompressionLevel: "9",
    subsamplingEnabled: "true",
    overviewPolicy: "IGNORE",
    maxRequestedDimensionValues: "100",
  },
  wmts: {},
};

/** A service as it says the same where nothing was changed: the first change writes out what was usual before. */
export function unsprung(held: ReadonlyMap<string, string>, key: string) {
  const springs = SPRINGS[key.slice(key.lastIndexOf(":") + 1)];
  const said = [...held].filter(([name, value]) => springs?.[name] !== value);
  const told = said.map(([name, value]) => [name, value.replace(PREVIEW_ENTRY, "")] as const);
  return new Map(told.filter(([name, value]) => name !== "metadata" || value !== ""));
}

const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  wms: ["1.1.1", "1.3.0"],
  wfs: ["1.0.0", "1.1.0", "2.0.0"],
  wcs: ["1.0.0", "1.1.1", "2.0.1"],
  wmts: ["1.0.0"],
};

const GML = [
  ["V_10", "XML", true],
  ["V_20", "URN2", false],
  ["V_11", "URN", false],
] as const;

export function addServices({ services }: State): void {
  for (const [service, versions] of Object.entries(VERSIONS)) {
    const name = service === "wmts" ? "WMTS" : `My GeoServer ${service.toUpperCase()}`;
    const listed = versions.map((one) => field("version", one));
    const gml = GML.map(
      ([version, style, overrides]) =>
        `<entry>${field("version", version)}<gml>${field("srsNameStyle", style)}${field("overrideGMLAttributes", overrides)}</gml></entry>`,
    );
    const texts = {
      ...bare(service),
      enabled: "true",
      name,
      title: name,
      maintainer: "http://geoserver.org/comm",
      accessConstraints: "NONE",
      fees: "NONE",
      versions: listed.map((one) => `<${VERSION}>${one}</${VERSION}>`).join(""),
      ...(service !== "wmts" && {
        keywords: "<string>WFS</string><string>WMS</string><string>GEOSERVER</string>",
      }),
      onlineResource: "http://geoserver.org",
      schemaBaseURL: "http://schemas.opengis.net",
      ...(service === "wms" && {
        metadata: '<entry key="svgAntiAlias">true</entry><entry key="svgRenderer">Batik</entry>',
        watermark:
          "<enabled>false</enabled><position>BOT_RIGHT</position><transparency>0</transparency>",
        interpolation: "Nearest",
        maxBuffer: "25",
      }),
      ...(service === "wfs" && {
        gml: gml.join(""),
        serviceLevel: "COMPLETE",
        maxFeatures: "1000000",
      }),
    };
    services.set(scoped("", service), new Map(Object.entries(texts)));
  }
}

const VERSION = "org.geotools.util.Version";

interface Known {
  readonly name: string;
  readonly sign: string;
  readonly inner: readonly Known[];
}

function elementsIn(text: string, separator: string): readonly Known[] {
  return text.split(separator).flatMap((one) => {
    const [, name = "", sign = "", inner = ""] = /^(\w+)([?#~:]?)(.*)$/.exec(one) ?? [];
    if (name === "") return [];
    return [{ name, sign, inner: inner === "" ? [] : elementsIn(inner, ",") }];
  });
}

function elementsFor(service: string): readonly Known[] {
  return elementsIn(`${COMMON} ${OWN[service] ?? ""}`, " ");
}

function zeroOf({ sign }: Known): string | undefined {
  if (sign === "?") return "false";
  return sign === "#" ? "0" : undefined;
}

/** What a new one is, of which nothing was said. */
function bare(service: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    elementsFor(service).flatMap((known) => {
      const zero = zeroOf(known);
      return zero === undefined ? [] : [[known.name, zero]];
    }),
  );
}

function nameIn(call: Call): string {
  const service = param(call, "ows");
  if (Object.hasOwn(OWN, service)) return service;
  throw new RouteRefusal(404, `No endpoint ${call.method} /geoserver/rest${call.path}.`);
}

/** The services of a path; those of a workspace that is not there are asked for in vain. */
function expectWorkspace(call: Call): void {
  const workspace = param(call, "workspace");
  if (workspace !== "" && !call.state.workspaces.has(workspace))
    throw new ContainerRefusal(404, `Workspace ${workspace} does not exist`);
}

function getService(call: Call): Answer {
  const service = nameIn(call);
  expectWorkspace(call);
  const workspace = param(call, "workspace");
  const found = call.state.services.get(scoped(workspace, service));
  if (found === undefined)
    throw new ContainerRefusal(404, `Service does not exist for workspace ${workspace}`);
  const own = workspace === "" ? "" : `<workspace>${field("name", workspace)}</workspace>`;
  const shown = elementsFor(service).map(({ name }) =>
    name === "metadata" ? shownMetadata(call, found) : kept(found, name),
  );
  return documentOf(call, `<${service}>${own}${shown.join("")}</${service}>`);
}

function shownMetadata(call: Call, found: ReadonlyMap<string, string>): string {
  const entries = [
    ...(found.get("metadata") ?? "").matchAll(/<entry key="([^"]*)">(.*?)<\/entry>/g),
  ];
  return map(call, "metadata", new Map(entries.map(([, key = "", text = ""]) => [key, text])));
}

function putService(call: Call): Answer {
  const { state } = call;
  const service = nameIn(call);
  const body = anyBody(call);
  if (body.name !== service) throw new Refusal(500, body.name);
  const asked = param(call, "workspace");
  const workspace = state.workspaces.has(asked) ? asked : "";
  const key = scoped(workspace, service);
  const before = state.services.get(key);
  const name = childText(body, "name");
  if (before === undefined && name === undefined)
    throw new Refusal(500, 'Cannot invoke "String.equals(Object)" because "name" is null');
  const id = childText(body, "id");
  if (before === undefined && id !== undefined && Object.hasOwn(OWN, id))
    throw new Refusal(500, `service with id '${id}' already exists`);
  refuseUnreadable(body);
  const springs = before === undefined ? {} : (SPRINGS[service] ?? {});
  const after = new Map(Object.entries({ ...springs, ...(before ? {} : bare(service)) }));
  for (const [element, text] of before ?? []) after.set(element, text);
  for (const element of elementsOf(body))
    if (!state.habits.drops.has(element.name)) change(after, service, element);
  if (service === "wfs" && before !== undefined) addPreview(after);
  if (before !== undefined) addTitle(after, body);
  state.services.set(key, after);
  return DONE;
}

function change(after: Map<string, string>, service: string, element: Element): void {
  const known = elementsFor(service).find(({ name }) => name === element.name);
  if (known === undefined) return;
  const isNil = element.attributes.get("xsi:nil") === "true";
  const text = textOf(element);
  if (/[#~]/.test(known.sign) && !/^-?\d+$/.test(text))
    throw new Refusal(500, `For input string: "${text}"`);
  const words = WORDS[known.name] ?? [text];
  if (!isNil && !words.includes(text)) throw new Refusal(500, `No enum constant ${text}`);
  const isMap = known.name.startsWith("international");
  if (isMap && !isNil && elementsOf(element).length === 0) return;
  if (isNil && known.name === "internationalAbstract") return;
  if (isNil || (text === "" && LISTS.has(known.name))) after.delete(known.name);
  else after.set(known.name, written(known, element));
}

/** All that an element may be, where that is one of a few words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  interpolation: ["Nearest", "Bilinear", "Bicubic"],
  serviceLevel: ["BASIC", "TRANSACTIONAL", "COMPLETE"],
  overviewPolicy: ["QUALITY", "IGNORE", "NEAREST", "SPEED", "NONE"],
};

/** Lists that are left out where they are empty. */
const LISTS = new Set(
  "versions disabledVersions keywords metadata srs allowedURLsForAuthForwarding getFeatureInfoMimeTypes getMapMimeTypes authorityURLs identifiers getFeatureOutputTypes".split(
    " ",
  ),
);

function written(known: Known, element: Element): string {
  if (known.sign === "?") return String(textOf(element).toLowerCase() === "true");
  if (known.name === "metadata")
    return [...entriesOf(element)]
      .map(([key, text]) => `<entry key="${key}">${text}</entry>`)
      .join("");
  if (known.sign !== ":") return innerXml(element);
  return known.inner
    .map((inner) => {
      const found = child(element, inner.name);
      return found === undefined
        ? field(inner.name, zeroOf(inner))
        : `<${inner.name}>${written(inner, found)}</${inner.name}>`;
    })
    .join("");
}

const PREVIEW = "maxNumberOfFeaturesForPreview";
const PREVIEW_ENTRY = `<entry key="${PREVIEW}">50</entry>`;

function addPreview(after: Map<string, string>): void {
  const metadata = after.get("metadata") ?? "";
  if (!metadata.includes(PREVIEW)) after.set("metadata", `${metadata}${PREVIEW_ENTRY}`);
}

/** Where there is no title, one of those by language becomes it, but not in the change that took it away. */
function addTitle(after: Map<string, string>, body: Element): void {
  const [, first] = /<[\w-]+>([^<]*)</.exec(after.get("internationalTitle") ?? "") ?? [];
  if (first !== undefined && !after.has("title") && child(body, "title") === undefined)
    after.set("title", first);
}

function deleteService(call: Call): Answer {
  const service = nameIn(call);
  expectWorkspace(call);
  call.state.services.delete(scoped(param(call, "workspace"), service));
  return DONE;
}

/** A workspace takes its services and its settings along. */
export function removeServices({ services, ownSettings }: State, workspace: string): void {
  ownSettings.delete(workspace);
  for (const key of services.keys()) if (key.startsWith(`${workspace}:`)) services.delete(key);
}
