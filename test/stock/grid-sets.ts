/** Grid sets of the stock server's tile cache: replaced as a whole, kept under the name of the body. */
import { anyBody, param, type Call } from "./call.ts";
import { documentOf, field, json, link, type Answer } from "./documents.ts";
import { shuffled } from "./random.ts";
import { found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { child, childText, elementsOf, textOf, type Element } from "./xml-tree.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const ZONES = Array.from(
  { length: 60 },
  (_, at) => `UTM${String(at + 1).padStart(2, "0")}WGS84Quad`,
);

const DOUBLED = [
  "EPSG:4326",
  "EPSG:900913",
  "WebMercatorQuad",
  "WorldCRS84Quad",
  "WorldMercatorWGS84Quad",
  "UPSArcticWGS84Quad",
  "UPSAntarcticWGS84Quad",
  "EuropeanETRS89_LAEAQuad",
  "CanadianNAD83_LCC",
  ...ZONES,
];

/** Names of those that cannot be changed; nobody reads them here. */
const BUILT_IN = [
  ...DOUBLED.flatMap((name) => [name, `${name}x2`]),
  "GlobalCRS84Pixel",
  "GlobalCRS84Scale",
  "GoogleCRS84Quad",
];

/** A list of the tile cache, in no order. */
export function tileList(call: Call, item: string, names: readonly string[], at: string): Answer {
  const own = shuffled(call.state.random, names);
  if (call.suffix !== "xml") return json(own);
  const rooted = { ...call, base: call.base.replace(/\/rest$/, "") };
  const items = own.map(
    (name) =>
      `<${item}>${field("name", name)}${link(rooted, `${at}/${name}`, "text/xml")}</${item}>`,
  );
  const root = `${item}s`;
  return tileDocument(
    call,
    items.length === 0 ? `<${root}/>` : `<${root}>${items.join("")}</${root}>`,
  );
}

/** A document of the tile cache; in JSON lists of values are such. */
export function tileDocument(call: Call, xml: string): Answer {
  if (call.suffix !== "json")
    return { status: 200, type: "application/xml", body: `${DECLARATION}${xml}` };
  const { body, ...answer } = documentOf({ ...call, format: "json" }, xml);
  const lists = /\{"(?:double|string)":(\[[^\]]*\])\}/g;
  return { ...answer, body: String(body).replaceAll(lists, "$1") };
}

function list(call: Call): Answer {
  const names = [...BUILT_IN, ...call.state.gridSets.keys()];
  return tileList(call, "gridSet", names, "/gwc/rest/gridsets");
}

function read(call: Call): Answer {
  const name = param(call, "gridSet");
  const text = `Failed to get GridSet. A GridSet with name "${name}" does not exist.`;
  return tileDocument(call, found(call.state.gridSets.get(name), text));
}

function put(call: Call): Answer {
  const name = param(call, "gridSet");
  if (BUILT_IN.includes(name)) throw new Refusal(500, "");
  const body = anyBody(call);
  const stored = childText(body, "name");
  if (stored === undefined) throw new Refusal(500, "name is null");
  const isNew = !call.state.gridSets.delete(name);
  call.state.gridSets.set(stored, completed(stored, body));
  return isNew ? { status: 201, type: typeOfMade(call), body: "" } : { status: 200, body: "" };
}

/** The type of an answer without content about something that was made. */
export function typeOfMade({ state, suffix }: Call): string {
  const isPlain = suffix === undefined && state.habits.formsBySuffix;
  return isPlain ? "text/plain;charset=ISO-8859-1" : "application/xml;charset=UTF-8";
}

function remove(call: Call): Answer {
  const name = param(call, "gridSet");
  if (BUILT_IN.includes(name)) throw new Refusal(500, "");
  const text = `Failed to remove GridSet. A GridSet with name "${name}" does not exist.`;
  found(call.state.gridSets.get(name), text);
  call.state.gridSets.delete(name);
  return { status: 200, body: "" };
}

function completed(name: string, body: Element): string {
  const text = (field: string, usual: string) => childText(body, field) ?? usual;
  const srs = childText(child(body, "srs"), "number") ?? "";
  const [west = 0, south = 0, east = 0, north = 0] = numbers(
    child(child(body, "extent"), "coords"),
  );
  const listed = child(body, "resolutions") ?? child(body, "scaleDenominators");
  const first = Math.max((east - west) / 256, (north - south) / 256);
  const levels =
    listed === undefined
      ? Array.from({ length: Number(text("levels", "18")) }, (_, at) => first / 2 ** at)
      : numbers(listed);
  if (levels.length === 0)
    throw new Refusal(500, `No Configuration is able to save gridset ${name}`);
  const names = elementsOf(child(body, "scaleNames") ?? { name, attributes: new Map(), nodes: [] });
  const scales = levels.map((_, at) => {
    const own = names[at];
    return field("string", own === undefined ? `${name}:${at}` : textOf(own));
  });
  const doubles = (all: readonly number[]) => all.map((one) => field("double", java(one))).join("");
  const kind = listed?.name ?? "resolutions";
  const flag = (one: string) => field(one, text(one, "false") === "true");
  return [
    `<gridSet>${field("name", name)}${field("description", childText(body, "description"))}`,
    `<srs>${field("number", srs)}</srs>`,
    `<extent><coords>${doubles([west, south, east, north])}</coords></extent>`,
    flag("alignTopLeft"),
    `<${kind}>${doubles(levels)}</${kind}>`,
    field(
      "metersPerUnit",
      java(Number(text("metersPerUnit", srs === "4326" ? "111319.49079327358" : "1"))),
    ),
    field("pixelSize", java(Number(text("pixelSize", "2.8E-4")))),
    `<scaleNames>${scales.join("")}</scaleNames>`,
    field("tileHeight", text("tileHeight", "256")),
    field("tileWidth", text("tileWidth", "256")),
    `${flag("yCoordinateFirst")}</gridSet>`,
  ].join("");
}

function numbers(list: Element | undefined): readonly number[] {
  return list === undefined ? [] : elementsOf(list).map((one) => Number(textOf(one)));
}

function java(number: number): string {
  const size = Math.abs(number);
  if (size >= 0.001 && size < 10_000_000)
    return Number.isInteger(number) ? `${number}.0` : String(number);
  if (size === 0) return "0.0";
  const [digits = "", exponent = ""] = number.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${exponent.replace("+", "")}`;
}

export const gridSetRoutes: readonly Route[] = [
  { path: "/gwc/rest/gridsets", GET: list },
  { path: "/gwc/rest/gridsets/:gridSet", GET: read, PUT: put, DELETE: remove },
];
