/** Renders granules as GML 2 (WFS 1.0) or GeoJSON, in small pieces (docs/interface.md, 2.6). */
import { boxOf, type Box } from "../model/geometry.ts";
import { granuleId, type Granule, type GranuleValue, type IndexSchema } from "../model/granule.ts";
import { granules as limits } from "../model/limits.ts";
import { decimalText } from "./decimal.ts";
import type { DocumentFormat, RenderedDocument } from "./document.ts";
import { areaXml } from "./gml.ts";
import { instantText } from "./instant.ts";
import { mediaTypes } from "./media.ts";
import { elementName } from "./xml-name.ts";
import { writableText } from "../model/writable.ts";
import { renderXml, XML_DECLARATION, type XmlValue } from "./xml.ts";

export interface GranuleSource {
  readonly schema: IndexSchema;
  readonly coverage: string;
}

export interface GranuleCollection extends GranuleSource {
  readonly granules: readonly Granule[];
}

/** `bounds` is undefined if there are no granules. */
export interface GranuleStream extends GranuleSource {
  readonly bounds: Box | undefined;
  readonly granules: Iterable<Granule> | AsyncIterable<Granule>;
}

interface GranuleWriter {
  readonly start: (bounds: Box | undefined) => string;
  readonly batch: (granules: readonly Granule[]) => string;
  readonly separator: string;
  readonly end: string;
}

/** Renders a collection. A single granule is a collection of one. */
export function renderGranules(
  collection: GranuleCollection,
  format: DocumentFormat,
): RenderedDocument {
  const { granules } = collection;
  const writer = writerOf(collection, format);
  const batches: string[] = [];
  for (let from = 0; from < granules.length; from += limits.batch)
    batches.push(writer.batch(granules.slice(from, from + limits.batch)));
  const text = writer.start(boundsOf(granules)) + batches.join(writer.separator) + writer.end;
  return { contentType: mediaTypes[format], text };
}

/** As `renderGranules`, in pieces of a limited number of granules. */
export async function* granuleChunks(
  stream: GranuleStream,
  format: DocumentFormat,
): AsyncGenerator<string, void, undefined> {
  const writer = writerOf(stream, format);
  yield writer.start(stream.bounds);
  let separator = "";
  let batch: Granule[] = [];
  for await (const granule of stream.granules) {
    batch.push(granule);
    if (batch.length < limits.batch) continue;
    yield separator + writer.batch(batch);
    separator = writer.separator;
    batch = [];
  }
  if (batch.length > 0) yield separator + writer.batch(batch);
  yield writer.end;
}

/** Undefined when no footprint has a point. */
export function boundsOf(granules: Iterable<Granule>): Box | undefined {
  let [minx, miny, maxx, maxy] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { footprint } of granules) {
    const box = boxOf(footprint);
    if (box === undefined) continue;
    minx = Math.min(minx, box.minx);
    miny = Math.min(miny, box.miny);
    maxx = Math.max(maxx, box.maxx);
    maxy = Math.max(maxy, box.maxy);
  }
  return minx > maxx ? undefined : { minx, miny, maxx, maxy };
}

function writerOf(source: GranuleSource, format: DocumentFormat): GranuleWriter {
  return format === "xml" ? xmlWriter(source) : jsonWriter(source);
}

function xmlWriter({ schema, coverage }: GranuleSource): GranuleWriter {
  const root = "wfs:FeatureCollection";
  const element = `gf:${elementName(coverage)}`;
  const columns = schema.attributes.map(({ name, type }) => ({
    name,
    type,
    element: `gf:${elementName(name)}`,
  }));
  const member = (granule: Granule): XmlValue => {
    const fields = columns.flatMap(({ name, type, element: field }) => {
      const content =
        name === schema.geometry
          ? areaXml(granule.footprint)
          : xmlValue(type, valueOf(granule, name));
      return content === undefined ? [] : [[field, content] as const];
    });
    const fid = writableText(granuleId(schema, granule));
    return { [element]: { "@fid": fid, ...Object.fromEntries(fields) } };
  };
  const end = `</${root}>`;
  return {
    start: (bounds) => {
      const shell = renderXml(root, {
        ...NAMESPACES,
        "gml:boundedBy": boundsXml(bounds, schema.crs),
      });
      return XML_DECLARATION + shell.slice(0, -end.length);
    },
    batch: (granules) => renderXml("gml:featureMember", granules.map(member)),
    separator: "",
    end,
  };
}

const NAMESPACES = {
  "@xmlns:gf": "http://www.geoserver.org/rest/granules",
  "@xmlns:ogc": "http://www.opengis.net/ogc",
  "@xmlns:wfs": "http://www.opengis.net/wfs",
  "@xmlns:gml": "http://www.opengis.net/gml",
};

/** The CRS is named only if it has an EPSG code. */
function boundsXml(bounds: Box | undefined, crs: string): XmlValue {
  if (bounds === undefined) return { "gml:null": "unknown" };
  const code = /^EPSG:(\d+)$/i.exec(crs)?.[1];
  const corner = (x: number, y: number) => ({ "gml:X": decimalText(x), "gml:Y": decimalText(y) });
  return {
    "gml:Box": {
      ...(code === undefined
        ? {}
        : { "@srsName": `http://www.opengis.net/gml/srs/epsg.xml#${code}` }),
      "gml:coord": [corner(bounds.minx, bounds.miny), corner(bounds.maxx, bounds.maxy)],
    },
  };
}

/** Undefined omits the element. */
function xmlValue(type: string, value: GranuleValue): string | undefined {
  if (value === null) return undefined;
  if (typeof value === "string") return writableText(value);
  if (typeof value === "boolean") return String(value);
  if (type === "timestamp") return instantText(value)?.replace(".000Z", "Z");
  return type === "double" || type === "float" ? decimalText(value) : String(value);
}

function jsonWriter({ schema }: GranuleSource): GranuleWriter {
  const columns = schema.attributes
    .filter(({ name }) => name !== schema.geometry)
    .map(({ name, type }) => ({ name, type, key: JSON.stringify(name) }));
  // Built as text, because an object would put keys such as `2020` first.
  const member = (granule: Granule): string => {
    const properties = columns.map(
      (column) =>
        `${column.key}:${JSON.stringify(jsonValue(column.type, valueOf(granule, column.name)))}`,
    );
    const { type, coordinates } = granule.footprint;
    const geometry = JSON.stringify({ type, coordinates });
    const id = JSON.stringify(granuleId(schema, granule));
    return `{"type":"Feature","properties":{${properties.join(",")}},"geometry":${geometry},"id":${id}}`;
  };
  return {
    start: () => '{"type":"FeatureCollection","features":[',
    batch: (granules) => granules.map(member).join(","),
    separator: ",",
    end: "]}",
  };
}

/** Dates, longs and floats are texts in JSON. */
function jsonValue(type: string, value: GranuleValue): GranuleValue {
  if (typeof value !== "number") return value;
  if (type === "timestamp") return instantText(value) ?? null;
  if (type === "float") return decimalText(value);
  return type === "long" ? String(value) : value;
}

function valueOf({ values }: Granule, name: string): GranuleValue {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}
