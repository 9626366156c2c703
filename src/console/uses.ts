/** What uses an object: layers and groups whose documents name it, and what a store publishes. */
import { isSameAddress, type Address } from "../model/address.ts";
import { addressInPath, pathIn } from "../model/path-address.ts";
import { namesIn } from "./lists.ts";
import { readable, readEach, type Rest } from "./reading.ts";

/** The most documents that are read for one object. */
const MOST = 5_000;

/** Paths of the objects that use one; `isCut` if not all documents were read. */
export interface Uses {
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

/** Undefined for kinds that nothing uses. Rejects with RestError. */
export async function usesOf(rest: Rest, own: Address, path: string): Promise<Uses | undefined> {
  const content = contents[own.kind];
  if (own.kind === "Workspace")
    return {
      paths: await listed(rest, `rest/workspaces/${encodeURIComponent(own.name)}/layers`),
      isCut: false,
    };
  if (content !== undefined)
    return { paths: await listed(rest, `${path}/${content}`), isCut: false };
  const asked = await candidates(rest, own);
  if (asked === undefined) return undefined;
  const read = asked.slice(0, MOST);
  const paths = await readEach(read, async (one) => {
    const document = await readable(rest.json(`${one}.json`));
    return namedIn(document).some((named) => isSameAddress(named, own)) ? [one] : [];
  });
  return { paths: paths.flat(), isCut: read.length < asked.length };
}

const contents: Readonly<Record<string, string>> = {
  DataStore: "featuretypes",
  CoverageStore: "coverages",
  WmsStore: "wmslayers",
  WmtsStore: "layers",
};

/** Objects whose documents may name one. */
async function candidates(rest: Rest, own: Address): Promise<readonly string[] | undefined> {
  const { kind, workspace, name } = own;
  const inside =
    workspace === null ? undefined : `rest/workspaces/${encodeURIComponent(workspace)}`;
  switch (kind) {
    case "FeatureType":
    case "Coverage":
    case "WmsLayer":
    case "WmtsLayer":
      return [`${inside}/layers/${encodeURIComponent(name)}`];
    case "Layer":
    case "LayerGroup":
      return groups(rest, inside);
    case "Style":
      return [
        ...(await listed(rest, `${inside ?? "rest"}/layers`)),
        ...(await groups(rest, inside)),
      ];
    default:
      return undefined;
  }
}

/** Only global objects are named in groups of every workspace. */
async function groups(rest: Rest, inside: string | undefined): Promise<readonly string[]> {
  const spaces = inside === undefined ? await listed(rest, "rest/workspaces") : [inside];
  const lists = await readEach(["rest", ...spaces], (one) => listed(rest, `${one}/layergroups`));
  return lists.flat();
}

async function listed(rest: Rest, list: string): Promise<readonly string[]> {
  const names = namesIn(await readable(rest.json(`${list}.json`)));
  return names.map((name) => `${list}/${encodeURIComponent(name)}`);
}

/** Addresses of the links at any depth. */
function namedIn(value: unknown): readonly Address[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]: readonly [string, unknown]) =>
    key === "href" && typeof one === "string"
      ? (addressInPath(pathIn(one) ?? "") ?? [])
      : namedIn(one),
  );
}
