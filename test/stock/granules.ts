/** Index and granules of mosaics on the stock server. */
import { FilterError } from "../../src/model/filter.ts";
import type { AttributeType, Granule, IndexSchema } from "../../src/model/granule.ts";
import { matcher } from "../../src/server/filters/evaluate.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { flag, param, type Call } from "./call.ts";
import { DONE, documentOf, field, link, pathOf, type Answer } from "./documents.ts";
import { folderOf, indexOf } from "./mosaic-index.ts";
import { renewBounds } from "./publish.ts";
import { found, Refusal, RouteRefusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import {
  scoped,
  type CoverageStore,
  type GranuleRow,
  type MosaicIndex,
  type State,
} from "./state.ts";
import { escape } from "./xml-tree.ts";

const INDEX = "/workspaces/:workspace/coveragestores/:store/coverages/:coverage/index";

export const granuleRoutes: readonly Route[] = [
  { path: INDEX, GET: getSchema },
  { path: `${INDEX}/granules`, GET: getGranules, DELETE: deleteGranules },
  { path: `${INDEX}/granules/:granule`, GET: getGranule, DELETE: deleteGranule },
];

interface Target {
  readonly store: CoverageStore;
  readonly coverage: string;
  readonly index: MosaicIndex;
}

function targetOf(call: Call): Target {
  const { state } = call;
  const [workspace, name, coverage] = [
    param(call, "workspace"),
    param(call, "store"),
    param(call, "coverage"),
  ];
  if (!state.workspaces.has(workspace)) throw new Refusal(404, `No such workspace : ${workspace}`);
  const key = scoped(workspace, name);
  const store = found(state.coverageStores.get(key), `No such coverage store: ${name}`);
  const own = state.coverages.get(scoped(workspace, coverage));
  if (own?.store !== name) throw new Refusal(404, `No such coverage in store: ${coverage}`);
  if (store.type !== "ImageMosaic")
    throw new Refusal(500, "class GeoTiffReader cannot be cast to class StructuredReader");
  return { store, coverage, index: indexOf(state, store) };
}

const bindings: Readonly<Record<string, string>> = {
  Polygon: "org.locationtech.jts.geom.Polygon",
  MultiPolygon: "org.locationtech.jts.geom.MultiPolygon",
  String: "java.lang.String",
  Integer: "java.lang.Integer",
  Double: "java.lang.Double",
};

function getSchema(call: Call): Answer {
  const { store, coverage, index } = targetOf(call);
  const attributes = index.columns.map(
    ({ name, type }) =>
      `<Attribute>${field("name", name)}<minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable>${field("binding", bindings[type] ?? type)}</Attribute>`,
  );
  const at = pathOf("workspaces", store.workspace, "coveragestores", store.name);
  const granules = link(call, `${at}${pathOf("coverages", coverage, "index", "granules")}`);
  const body = `<Schema><attributes>${attributes.join("")}</attributes>${granules}</Schema>`;
  const isJson = call.suffix === "json" && call.state.habits.describesInJson;
  return documentOf({ ...call, format: isJson ? "json" : "xml" }, body);
}

const types: Readonly<Record<string, AttributeType>> = {
  Polygon: "geometry",
  MultiPolygon: "geometry",
  Integer: "integer",
  Double: "double",
  "java.util.Date": "timestamp",
  "java.sql.Timestamp": "timestamp",
};

function schemaOf({ coverage, columns }: MosaicIndex): IndexSchema {
  const attributes = columns.map(({ name, type }) => ({ name, type: types[type] ?? "string" }));
  const geometry = attributes.find(({ type }) => type === "geometry")?.name ?? "the_geom";
  return { typeName: coverage, geometry, location: "location", crs: "EPSG:4326", attributes };
}

const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
] as const;

function granuleOf({ id, location, time }: GranuleRow): Granule {
  const footprint = { type: "Polygon", coordinates: [RING] } as const;
  return { id, footprint, values: { location, time } };
}

function matching(call: Call, index: MosaicIndex): readonly GranuleRow[] {
  const { filter } = call.query;
  if (filter === undefined) return index.rows;
  try {
    const matches = matcher(parseFilter(filter), schemaOf(index));
    return index.rows.filter((row) => matches(granuleOf(row)));
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new Refusal(400, `Invalid cql syntax: ${error.message}`);
  }
}

function getGranules(call: Call): Answer {
  const { coverage, index } = targetOf(call);
  const [offset, limit] = [Number(call.query["offset"] ?? 0), Number(call.query["limit"] ?? 1e9)];
  if (Number.isNaN(offset + limit)) throw new RouteRefusal(400, "Failed to convert a value");
  if (!(offset >= 0)) throw new Refusal(400, `Invalid offset value: ${offset}`);
  if (!(limit >= 1))
    throw new Refusal(400, `Invalid limit value: ${call.query["offset"] ?? "null"}`);
  return collection(call, coverage, matching(call, index).slice(offset, offset + limit));
}

function collection(call: Call, coverage: string, rows: readonly GranuleRow[]): Answer {
  if (call.suffix === "json") {
    const features = rows.map((row) => ({
      type: "Feature",
      properties: {
        location: row.location,
        ...(row.time === null ? {} : { time: new Date(row.time).toISOString() }),
      },
      geometry: { type: "Polygon", coordinates: [RING] },
      id: `${coverage}.${row.id}`,
    }));
    const body = JSON.stringify({ type: "FeatureCollection", features });
    return { status: 200, type: "application/json", body };
  }
  const members = rows.map((row) => {
    const time = row.time === null ? undefined : new Date(row.time).toISOString();
    return `<gml:featureMember><gf:${coverage} fid="${escape(`${coverage}.${row.id}`)}"><gf:the_geom><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>0,0 1,0 1,1 0,0</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gf:the_geom>${field("gf:location", row.location)}${field("gf:time", time?.replace(".000Z", "Z"))}</gf:${coverage}></gml:featureMember>`;
  });
  const bounds = `<gml:boundedBy><gml:Box srsName="http://www.opengis.net/gml/srs/epsg.xml#4326"><gml:coord><gml:X>0</gml:X><gml:Y>0</gml:Y></gml:coord><gml:coord><gml:X>1</gml:X><gml:Y>1</gml:Y></gml:coord></gml:Box></gml:boundedBy>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?><wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" xmlns:gf="http://www.geoserver.org/rest/granules">${bounds}${members.join("")}</wfs:FeatureCollection>`;
  return { status: 200, type: "application/xml", body };
}

function getGranule(call: Call): Answer {
  const { coverage, index } = targetOf(call);
  const id = param(call, "granule");
  const row = index.rows.find((one) => `${coverage}.${one.id}` === id);
  const message = `Could not find a granule with id ${id} in coverage ${coverage}`;
  return collection(call, coverage, [found(row, message)]);
}

/** Without a filter all of them go. */
function deleteGranules(call: Call): Answer {
  if (targetOf(call).index.isBroken) throw new Refusal(500, "");
  const { store, index } = targetOf(call);
  remove(call, store, index, matching(call, index));
  return DONE;
}

/** A granule that is not there is deleted just as well. */
function deleteGranule(call: Call): Answer {
  const { store, coverage, index } = targetOf(call);
  const id = param(call, "granule");
  const gone = index.rows.filter((row) => `${coverage}.${row.id}` === id);
  remove(call, store, index, gone);
  return DONE;
}

function remove(
  call: Call,
  store: CoverageStore,
  index: MosaicIndex,
  gone: readonly GranuleRow[],
): void {
  const { purge = "none" } = call.query;
  if (!/^(?:none|metadata|all)$/i.test(purge))
    throw new Refusal(
      400,
      `Invalid purge value ${purge}, allowed values are [NONE, METADATA, ALL]`,
    );
  index.rows = index.rows.filter((row) => !gone.includes(row));
  if (purge.toLowerCase() === "all")
    for (const { location } of gone) unlink(call.state, store, location);
  if (flag(call, "updateBBox") && index.rows.length > 0) renewBounds(call.state, store);
}

/** Files elsewhere on the disk go as well. */
function unlink(state: State, store: CoverageStore, location: string): void {
  state.files.delete(`${folderOf(store)}/${location}`);
  state.disk.delete(location);
}
