/** What a look at map services found, as document and text. */
import { formatAddress, type Address } from "../../model/address.ts";
import { count } from "../../model/count.ts";
import { fewOf } from "../../model/few.ts";
import type { Diagnostic, Position } from "../../model/diagnostic.ts";
import { verify as limits } from "../../model/limits.ts";
import {
  faultsIn,
  healthCounts,
  verdictOf,
  type Finding,
  type HealthResult,
} from "../health/health.ts";
import type { HealthDocument } from "./documents.ts";
import type { Folding } from "./fold.ts";
import { diagnosticDocuments, FORMAT_VERSION } from "./json.ts";
import { renderVerdict, type Paint } from "./text.ts";

/** The signs of verdicts. */
export const healthSymbols: Readonly<Record<HealthDocument["verdict"], string>> = {
  exposed: "!",
  degraded: "x",
  unknown: "?",
  healthy: "=",
};

const colours = { exposed: "red", degraded: "red", unknown: "yellow", healthy: "green" } as const;

/** What a document says beside the result. */
export interface HealthAbout {
  readonly estate: string;
  readonly url: string;
  /** In ISO 8601. */
  readonly at: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly declaredAt: (address: Address) => Position | undefined;
}

/** The document of a look. */
export function healthDocument(result: HealthResult, about: HealthAbout): HealthDocument {
  const { objects, left, looksLeft, accounts, requests, milliseconds, draws } = result;
  return {
    type: "health",
    format_version: FORMAT_VERSION,
    estate: about.estate,
    target: { url: about.url },
    at: about.at,
    verdict: verdictOf(result),
    draws,
    objects: objects.map(({ address, health, findings }) => ({
      address: formatAddress(address),
      health,
      findings: findings.map(findingDocument),
      declared_at: about.declaredAt(address) ?? null,
    })),
    faults: faultsIn(result).map((one) => ({
      ...findingDocument(one),
      objects: one.objects.map(formatAddress),
    })),
    summary: healthCounts(result),
    left,
    looks_left: looksLeft,
    accounts,
    requests,
    milliseconds,
    diagnostics: diagnosticDocuments(about.diagnostics),
  };
}

function findingDocument({ health, text, cause, account }: Finding) {
  return { health, text, cause: cause ? formatAddress(cause) : null, account: account ?? null };
}

/** Faults first, those that concern most objects at the top; then what is unknown. */
export function renderHealth(
  document: HealthDocument,
  paint: Paint,
  { all }: Folding = {},
): string {
  const { faults, objects, requests, milliseconds, accounts } = document;
  const named = (some: readonly string[]) => (all === true ? some.join(", ") : fewOf(some));
  const faultLines = faults.flatMap(({ health, text, objects: of }) => {
    const sign = paint(colours[health], healthSymbols[health]);
    if (of.length === 0) return [`  ${sign} ${text}`];
    return [`  ${sign} ${text}`, `      ${named(of)}`];
  });
  const unknown = Map.groupBy(
    objects.filter(({ health }) => health === "unknown"),
    ({ findings }) => findings[0]?.text ?? "",
  );
  const unknownLines = [...unknown].flatMap(([text, of]) => [
    `  ${paint("yellow", healthSymbols.unknown)} ${text}`,
    `      ${named(of.map(({ address }) => address))}`,
  ]);
  const seconds = (milliseconds / 1_000).toFixed(1);
  const as = accounts.length === 0 ? "" : `, as ${accounts.join(", ")}`;
  const figures = paint("dim", `${count(requests, "request")} in ${seconds} s${as}.`);
  const lines = [renderVerdict(document, paint), ...faultLines, ...unknownLines];
  return `${[...lines, ...leftOut(document), figures].join("\n")}\n`;
}

function leftOut({ left, looks_left: looks }: HealthDocument): readonly string[] {
  const objects = `Not looked at: ${count(left, "more object")}, at most ${limits.layers} at a time.`;
  const accounts = `Left out: ${count(looks, "look")} as further accounts, at most ${limits.requestsPerLayer} requests a layer.`;
  return [...(left === 0 ? [] : [objects]), ...(looks === 0 ? [] : [accounts])];
}
