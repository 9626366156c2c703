/** What is asked of the map services of the tests: the address and the parameters of a request. */

/** Services, by the end of their addresses. */
export type Door = "wms" | "wfs" | "wcs" | "wmts" | "wms-c" | "tms";

/** What is asked. */
export interface Question {
  readonly method: string;
  /** Path with query, below the prefix. */
  readonly path: string;
  /** Undefined for `/ows` without a service. */
  readonly door: Door | undefined;
  readonly operation: string;
  readonly version: string;
  /** The workspace and the layer of a virtual service. */
  readonly workspace: string | undefined;
  readonly layer: string | undefined;
  /** Names of layers and types, as they are asked for. */
  readonly names: readonly string[];
  readonly parameter: (name: string) => string;
}

const VERSIONS: Readonly<Record<Door, string>> = {
  wms: "1.3.0",
  wfs: "2.0.0",
  wcs: "2.0.1",
  wmts: "1.0.0",
  "wms-c": "1.1.1",
  tms: "1.0.0",
};

/** Which parameter names what is asked for. */
const NAMES: Readonly<Record<Door, readonly string[]>> = {
  wms: ["layers", "layer", "query_layers"],
  wfs: ["typenames", "typename"],
  wcs: ["coverageid", "coverage", "identifiers"],
  wmts: ["layer"],
  "wms-c": ["layers"],
  tms: [],
};

/** Takes a path with query apart; undefined where no map service is. */
export function questionOf(method: string, path: string): Question | undefined {
  const url = new URL(path, "http://localhost");
  const found =
    /^(?:\/([^/]+)(?:\/([^/]+))??)??\/(ows|wms|wfs|wcs|gwc\/service\/(?:wmts|wms|tms\/1\.0\.0))$/.exec(
      url.pathname,
    );
  if (found === null) return undefined;
  const parameters = new Map(
    [...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const parameter = (name: string) => parameters.get(name) ?? "";
  const [workspace, layer] = [found[1], found[2]].map((part) =>
    part === undefined ? undefined : decodeURIComponent(part),
  );
  const door = doorOf(found[3] ?? "", parameter("service").toLowerCase());
  const operation = door === "tms" ? "GetCapabilities" : parameter("request");
  const named = door === undefined ? [] : NAMES[door].map(parameter);
  const names = (named.find((value) => value !== "") ?? "").split(",").filter(Boolean);
  const version = parameter("version") || (door === undefined ? "" : VERSIONS[door]);
  return { method, path, door, operation, version, workspace, layer, names, parameter };
}

function doorOf(end: string, service: string): Door | undefined {
  if (end.startsWith("gwc/"))
    return end.endsWith("wmts") ? "wmts" : end.endsWith("wms") ? "wms-c" : "tms";
  const name = end === "ows" ? service : end;
  return name === "wms" || name === "wfs" || name === "wcs" ? name : undefined;
}
