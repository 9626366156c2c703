/**
 * Looks at capabilities documents: what is listed to whom, and whether one fault takes a document
 * away from everyone. GET only.
 */
import { splitQualifiedName } from "../../model/layer.ts";
import { isListed } from "../../model/map-access.ts";
import { failureIn, listedNames } from "../../wire/map-answer.ts";
import { capabilitiesOf, tileCapabilities } from "../../wire/map-request.ts";
import { causeOf } from "./causes.ts";
import type { Finding } from "./health.ts";
import type { Look, Onlooker } from "./look.ts";
import type { Served } from "./served.ts";

const GET_CAPABILITIES = { service: "wms", method: "GetCapabilities" } as const;

/** What the lists of one workspace say. */
export interface ListsLook {
  /** By the name of the layer in map services. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly everyone: readonly Finding[];
}

/** A layer of the workspace, and whether a map of it came. */
export interface Drawn {
  readonly served: Served;
  readonly isDrawn: boolean;
}

/** Reads the capabilities document of a workspace as each account; undefined for the global one. */
export async function lookAtLists(
  look: Look,
  workspace: string | undefined,
  layers: readonly Drawn[],
): Promise<ListsLook> {
  const findings = new Map<string, readonly Finding[]>();
  const everyone: Finding[] = [];
  for (const account of look.accounts) {
    const found = await lookAs(look, { workspace, layers, account });
    everyone.push(...found.everyone);
    for (const [name, own] of found.findings)
      findings.set(name, [...(findings.get(name) ?? []), ...own]);
  }
  return { findings, everyone };
}

interface Lists {
  readonly workspace: string | undefined;
  readonly layers: readonly Drawn[];
  readonly account: Onlooker;
}

async function lookAs(look: Look, { workspace, layers, account }: Lists): Promise<ListsLook> {
  const nothing: ListsLook = { findings: new Map(), everyone: [] };
  const [first] = layers;
  if (first === undefined) return nothing;
  const view = look.views(account, first.served.address, GET_CAPABILITIES);
  if (view === "refused") return nothing;
  const nameOf = ({ served }: Drawn) =>
    workspace === undefined ? served.name : served.address.name;
  const list = listedNames(new Set(layers.map(nameOf)));
  const answer = await look.services.stream(capabilitiesOf(workspace), account.name, list.take);
  const where =
    workspace === undefined
      ? "the global capabilities document"
      : `the capabilities document of ${workspace}`;
  const isOwn = account === look.accounts[0];
  const by = isOwn ? {} : { account: account.name };
  if ("silent" in answer)
    return {
      ...nothing,
      everyone: [{ health: "unknown", text: `${where}: ${answer.silent}`, ...by }],
    };
  if (list.names.size === 0) {
    const failure = failureIn(answer);
    if (failure.what === "other")
      return {
        ...nothing,
        everyone: [{ health: "unknown", text: `${where}: ${failure.words}`, ...by }],
      };
    if (failure.what !== "exception") return nothing;
    return {
      ...nothing,
      everyone: [
        {
          health: "degraded",
          text: `${where} cannot be had: ${failure.text.slice(0, 200)}`,
          ...by,
        },
      ],
    };
  }
  if (!answer.isCut && !list.isWhole())
    return {
      ...nothing,
      everyone: [
        {
          health: "degraded",
          text: `${where} breaks off in the middle, for every client${brokenAt(list.end())}`,
          ...by,
        },
      ],
    };
  const findings = layers.flatMap((one) => {
    const found = ofListing(look, one, account, list.names.has(nameOf(one)));
    return found === undefined ? [] : [[one.served.name, [found]] as const];
  });
  return { findings: new Map(findings), everyone: [] };
}

function brokenAt(end: string): string {
  const [, layer] = /metadata for layer: (\S+)/.exec(end) ?? [];
  return layer === undefined ? "" : `, at the layer ${layer}`;
}

function ofListing(
  { views, mode, accounts }: Look,
  { served, isDrawn }: Drawn,
  account: Onlooker,
  isThere: boolean,
): Finding | undefined {
  // A rule that refuses maps says nothing of lists.
  const view = views(account, served.address, GET_CAPABILITIES);
  const by = account === accounts[0] ? {} : { account: account.name };
  const mayBe = served.enabled && isListed(view, mode);
  if (isThere && !mayBe && served.enabled)
    return {
      health: "exposed",
      text: `is listed to ${account.name}, although the rules hide it`,
      ...by,
    };
  // Members of opaque groups are left out of lists, and so are layers that cannot be drawn.
  if (
    !isThere &&
    mayBe &&
    served.isOffered &&
    isDrawn &&
    view === "served" &&
    account === accounts[0]
  )
    return {
      health: "unknown",
      text: "is drawn and advertised, and is not in the capabilities document",
    };
  return undefined;
}

/** Whether one layer takes the documents of the tile cache away from everyone. */
export async function lookAtTileCache(
  look: Look,
  layers: readonly Drawn[],
): Promise<readonly Finding[]> {
  const [own] = look.accounts;
  const styles = new Set(layers.flatMap(({ served: { style } }) => style ?? []));
  const found: Finding[] = [];
  for (const request of tileCapabilities) {
    const list = listedNames(new Set());
    const answer = await look.services.stream(request, own?.name ?? "", list.take);
    if ("silent" in answer || answer.status === 404 || answer.type.includes("xml")) continue;
    const failure = failureIn(answer);
    if (failure.what === "exception") found.push(ofTileCache(failure.text, styles));
  }
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

/** The text has the name of a style without its workspace. */
function ofTileCache(text: string, styles: ReadonlySet<string>): Finding {
  const [, style] = /scale denominators for style '([^']+)'/.exec(text) ?? [];
  const whole = "no client gets the tile cache's capabilities documents";
  if (style !== undefined) {
    const named = [...styles].map(splitQualifiedName).filter(({ name }) => name === style);
    const [only] = named.length === 1 ? named : [];
    const cause = only && { kind: "Style", ...only };
    return {
      health: "degraded",
      text: `${whole}: the style ${style} of a cached layer cannot be read`,
      cause,
    };
  }
  if (/Could not locate a layer or layer group with id/.test(text))
    return {
      health: "degraded",
      text: `${whole}: a tile layer belongs to a layer of an isolated workspace; delete that tile layer`,
    };
  const { text: words } = causeOf(text, {
    address: { kind: "TileLayer", workspace: null, name: "" },
    style: undefined,
    store: undefined,
    published: undefined,
  });
  return { health: "degraded", text: `${whole}: ${words}` };
}
