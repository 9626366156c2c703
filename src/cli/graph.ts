/** `plumbline graph`: what depends on what, of the manifests or of a catalog. Reads only. */
import { formatAddress, parseAddress } from "../model/address.ts";
import { hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import {
  graphOfDeclared,
  graphOfLive,
  usersOf,
  type Graph,
} from "../reconciler/engine/inspect/graph.ts";
import { survey } from "../reconciler/engine/inspect/survey.ts";
import { kinds } from "../reconciler/kinds/registry.ts";
import { bodyStore } from "../reconciler/manifest/artefacts.ts";
import { didYouMean } from "../model/nearest.ts";
import { loadEstate } from "../reconciler/reconcile.ts";
import { graphDocument, renderDot, renderMermaid, renderTree } from "../reconciler/report/graph.ts";
import { connectForReading } from "./connect.ts";
import { endWithErrors, ending, tell } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { onServer } from "./on-server.ts";
import { document, jsonDocument, paintFor } from "./output.ts";
import type { GraphForm } from "./program/graph.ts";
import { findSettings, type EstateFlags, withoutSecrets } from "./settings.ts";

/** Flags of `graph`. */
export interface GraphFlags extends EstateFlags {
  readonly output: GraphForm;
  readonly live?: boolean;
  /** Text of an address: only what depends on it is shown. */
  readonly of?: string;
}

/** Prints the graph of what is declared, or with `--live` of the catalog. */
export function runGraph(paths: readonly string[], flags: GraphFlags): Promise<ExitCode> {
  return flags.live === true ? showLive(paths, flags) : showDeclared(paths, flags);
}

function showLive(paths: readonly string[], flags: GraphFlags): Promise<ExitCode> {
  const output = failureForm(flags);
  return onServer(paths, { ...flags, output }, connectForReading, async ({ connection }) => {
    const { read, server, account } = connection;
    const lives = await survey({ kinds, context: { read, server, account } });
    return show(graphOfLive(lives, kinds), flags, "not on the server");
  });
}

function showDeclared(paths: readonly string[], flags: GraphFlags): Promise<ExitCode> {
  const output = failureForm(flags);
  return ending(
    output,
    () => "",
    async () => {
      const { settings, diagnostics } = await findSettings(paths, flags, false);
      if (settings === undefined) return endWithErrors(diagnostics, output);
      const desired = await loadEstate(withoutSecrets(settings.estate), bodyStore());
      if (hasErrors(desired.diagnostics)) return endWithErrors(desired.diagnostics, output);
      tell(desired.diagnostics);
      return show(graphOfDeclared(desired.state.resources), flags, "not declared");
    },
  );
}

/** How failures are told: a drawing of them would help nobody. */
function failureForm({ output }: GraphFlags): "text" | "json" {
  return output === "json" ? "json" : "text";
}

function show(graph: Graph, flags: GraphFlags, missing: string): ExitCode {
  const part = flags.of === undefined ? graph : partOf(graph, flags.of);
  if ("code" in part) return endWithErrors([part], failureForm(flags));
  const { output } = flags;
  if (output === "json") jsonDocument(graphDocument(part));
  else if (output === "dot") document(renderDot(part));
  else if (output === "mermaid") document(renderMermaid(part));
  else document(textOf(part, flags, missing));
  return exitCodes.success;
}

function partOf(graph: Graph, text: string): Graph | Diagnostic {
  const address = parseAddress(text);
  if (address !== undefined && graph.nodes.has(formatAddress(address)))
    return usersOf(graph, address);
  const message = `There is no ${text} to look at`;
  const hint =
    didYouMean(text, [...graph.nodes.keys()]) ??
    "An address is Kind/name or Kind/workspace:name; graph without --of lists them.";
  return { code: "object-unknown", severity: "error", message, hint, address: text };
}

function textOf(graph: Graph, { of }: GraphFlags, missing: string): string {
  const tree = renderTree(graph, missing, paintFor(process.stdout));
  if (of === undefined) return tree;
  const users = graph.nodes.size - 1;
  const depend = users === 1 ? "1 object depends" : `${users} objects depend`;
  return `${tree}\n${users === 0 ? "Nothing depends" : depend} on ${of}.\n`;
}
