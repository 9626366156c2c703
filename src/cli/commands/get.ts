/** `plumbline get`: lists the objects of a catalog. Reads only. */
import { formatAddress } from "../../model/address.ts";
import { count } from "../../model/count.ts";
import { formatPosition } from "../../model/diagnostic.ts";
import type { KindContext } from "../../reconciler/kind.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import type { GetFlags } from "../flags/inspect.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { ended, fitted, success, type CommandResult } from "../present/result.ts";
import { tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { unknownKind } from "../settings/object-names.ts";
import { declaredWord, documentOf, readEntries, type Entry } from "./get/entries.ts";
import { isKnown, missingAmong, patternsOf, wantsOf } from "./get/patterns.ts";
import { onServer, type Given } from "./on-server.ts";

/** Lists the objects that match a pattern; all without a pattern, or with the word `all`. */
export async function runGet(
  { flags, context }: Given<GetFlags>,
  words: readonly string[],
): Promise<CommandResult> {
  const patterns = words.join() === "all" ? [] : patternsOf(words);
  const unknown = patterns.filter((pattern) => !isKnown(pattern)).map(unknownKind);
  if (unknown.length > 0)
    return ended(exitCodes.usage, unknown.map((line) => `${line}\n`).join(""));
  const { files, output } = flags;
  if (files !== undefined) return writeFiles({ flags, context }, files, patterns);
  const given = { paths: flags.file ?? DEFAULT_PATHS, flags, context };
  return onServer(given, connectForReading, async (server) => {
    const found = await readEntries(server, flags, wantsOf(patterns));
    if ("code" in found) return found;
    const { entries } = found;
    const diagnostics = [...found.diagnostics, ...missingAmong(patterns, entries)];
    const text =
      output === "yaml"
        ? await manifestsOf(found.context, entries)
        : output === "name"
          ? entries.map((entry) => `${entry.text}\n`).join("")
          : fitted((paint) => textOf(entries, paint, output === "wide"));
    return success({ objects: entries.map(documentOf) }, text, { diagnostics });
  });
}

/** Writes the manifests of the objects with the files that they name. */
async function writeFiles(
  { flags, context }: Pick<Given<GetFlags>, "flags" | "context">,
  out: string,
  patterns: readonly string[],
): Promise<CommandResult> {
  const { runImport } = await import("./import.ts");
  const only = patterns.map((pattern) => {
    const [kind = ""] = pattern.split("/", 1);
    // Manifests of a set have a kind of their own.
    const own = kinds.get(kind)?.manifest?.kind ?? kind;
    return pattern.includes("/") ? pattern.replace(kind, own) : `${own}/*`;
  });
  const own = { ...flags, out, output: "text" as const, ...(only.length === 0 ? {} : { only }) };
  return runImport({ paths: DEFAULT_PATHS, flags: own, context });
}

/** One manifest per object; a comment gives the reason where there is none. */
async function manifestsOf(context: KindContext, entries: readonly Entry[]): Promise<string> {
  const { declareObjects } = await import("../../reconciler/import/collect.ts");
  const { manifestText } = await import("../../reconciler/import/files.ts");
  const { commentOf } = await import("../../reconciler/manifest/write.ts");
  const addresses = entries.map(({ address }) => address);
  const [manifests, reasons]: [string[], string[]] = [[], []];
  for (const { address, found } of await declareObjects(context, addresses)) {
    if (found !== undefined && "spec" in found) {
      const beside = [...(found.artefacts?.keys() ?? [])].map((path) => `Beside it: ${path}`);
      const left = (found.notes ?? []).map((note) => `No field says ${note}`);
      manifests.push(manifestText(found, [...beside, ...left]));
    } else reasons.push(commentOf(`${formatAddress(address)}: ${found?.reason ?? NO_MANIFEST}`));
  }
  return [...reasons, manifests.join("---\n")].join("");
}

const NO_MANIFEST = "No manifest is of it alone";

function textOf(entries: readonly Entry[], paint: Paint, isWide: boolean): string {
  const titles = ["Object", "Owner", "Declared", ...(isWide ? ["Needs"] : [])];
  const head = titles.map((title) => paint("dim", title));
  const rows = entries.map((entry) => {
    const { owner, where, requires } = entry;
    const name = paint("bold", entry.text);
    const place = isWide && where !== undefined ? formatPosition(where) : declaredWord(entry);
    const needs = isWide ? [requires.map(formatAddress).join(", ")] : [];
    return [name, owner ?? "nobody", place, ...needs];
  });
  const total = `${count(entries.length, "object")}.`;
  return entries.length === 0 ? `${total}\n` : `${tableOf([head, ...rows])}\n\n${total}\n`;
}
