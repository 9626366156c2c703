/** `plumbline graph`: dependencies of the manifests or the catalog. Reads only. */
import { formatAddress, parseAddress } from "../../model/address.ts";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import {
  broughtLive,
  graphOfDeclared,
  graphOfLive,
  usersOf,
  type Graph,
} from "../../reconciler/engine/inspect/graph.ts";
import { reachOf, usersIn, type UsersOf } from "../../reconciler/engine/plan/reach.ts";
import { survey } from "../../reconciler/engine/inspect/survey.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import {
  graphDocument,
  renderDot,
  renderMermaid,
  renderTree,
} from "../../reconciler/report/graph.ts";
import { reachDocument, reachRows } from "../../reconciler/report/reach.ts";
import { visibleLines } from "../../reconciler/report/visible.ts";
import { aligned, type Paint } from "../../reconciler/report/text.ts";
import type { GraphFlags } from "../flags/inspect.ts";
import { failure, success, type CommandResult } from "../present/result.ts";
import type { Screen } from "../process/screen.ts";
import { connectForReading } from "../settings/connect.ts";
import { asWritten, noObject } from "../settings/object-names.ts";
import { findDeclared } from "./declared.ts";
import { onServer, type Given } from "./on-server.ts";

/** The graph of the manifests, or with `--live` of the catalog. */
export function runGraph({ flags, ...rest }: Given<GraphFlags>): Promise<CommandResult> {
  const { of, live = false } = flags;
  const given = {
    ...rest,
    flags: { ...flags, ...(of === undefined ? {} : { of: asWritten(of) }) },
  };
  return live ? graphOfCatalog(given) : graphOfManifests(given);
}

function graphOfCatalog(given: Given<GraphFlags>): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ connection }) => {
    const unread: Diagnostic[] = [];
    const report = (one: Diagnostic) => void unread.push(one);
    const lives = await survey({ kinds, context: { ...connection, report } });
    const users = usersIn(lives, broughtLive(lives, kinds));
    const found = { graph: graphOfLive(lives, kinds), users, diagnostics: unread };
    return graphResult(found, given, "not on the server");
  });
}

async function graphOfManifests(given: Given<GraphFlags>): Promise<CommandResult> {
  const declared = await findDeclared(given);
  if ("code" in declared) return declared;
  const { desired, diagnostics } = declared;
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const { resources } = desired.state;
  const brought = resources.map(({ address, brings = [] }) => [address, brings] as const);
  const found = { graph: graphOfDeclared(resources), users: usersIn(resources, brought) };
  return graphResult({ ...found, diagnostics }, given, "not declared");
}

interface Found {
  readonly graph: Graph;
  readonly users: UsersOf;
  readonly diagnostics: readonly Diagnostic[];
}

function graphResult(
  { graph, users, diagnostics }: Found,
  { flags }: Given<GraphFlags>,
  missing: string,
): CommandResult {
  const part = flags.of === undefined ? graph : partOf(graph, flags.of);
  if ("code" in part) return { ...failure([part]), diagnostics: [...diagnostics, part] };
  const address = flags.of === undefined ? undefined : parseAddress(flags.of);
  const reached = address && reachOf(address, { users, kinds });
  const reach = reached && reachDocument({ ...reached, scales: undefined });
  const reachText = aligned(reachRows(reach))
    .map((line) => `${line.trimStart()}\n`)
    .join("");
  const texts = {
    text: ({ paint }: Screen) =>
      visibleLines(`${textOf(part, flags, { missing, paint })}${reachText}`),
    dot: () => renderDot(part),
    mermaid: () => renderMermaid(part),
    json: "",
  } as const;
  const document = { ...graphDocument(part), ...(flags.of === undefined ? {} : { reach }) };
  return success(document, texts[flags.output], { diagnostics });
}

function partOf(graph: Graph, text: string): Graph | Diagnostic {
  const address = parseAddress(text);
  if (address !== undefined && graph.nodes.has(formatAddress(address)))
    return usersOf(graph, address);
  return noObject(text, [...graph.nodes.keys()], "graph without --of lists them");
}

function textOf(
  graph: Graph,
  { of }: GraphFlags,
  { missing, paint }: { readonly missing: string; readonly paint: Paint },
): string {
  const tree = renderTree(graph, missing, paint);
  if (of === undefined) return tree;
  const users = graph.nodes.size - 1;
  const depend = users === 1 ? "1 object depends" : `${users} objects depend`;
  return `${tree}\n${users === 0 ? "Nothing depends" : depend} on ${of}.\n`;
}
