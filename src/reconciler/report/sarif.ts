/** A report as SARIF 2.1.0. */
import { defined } from "../../model/defined.ts";
import { diagnosticCodes, type Position } from "../../model/diagnostic.ts";
import type { Outline, OutlineObject } from "./outline.ts";
import { positionOf } from "./text.ts";

/** The inputs of a rendering beside the report. */
export interface SarifContext {
  readonly version: string;
  /** The URI reference of a file, relative if it is below the working folder. */
  readonly locate: (file: string) => string;
}

interface Found {
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  readonly message: string;
  readonly place?: Position | undefined;
  readonly address?: string | undefined;
}

export function renderSarif(outline: Outline, { version, locate }: SarifContext): string {
  const found = [
    ...outline.diagnostics.map(ofDiagnostic),
    ...outline.stops.map(({ allow, message, hint }): Found => {
      const rule = allow === null ? "blocked" : `blocked-${allow}`;
      return { rule, level: "error", message: `${message}. ${hint}` };
    }),
    ...outline.objects.flatMap(ofObject),
  ];
  const ids = [...new Set(found.map(({ rule }) => rule))].toSorted();
  const driver = {
    name: "Plumbline",
    version,
    rules: ids.map((id) => ({ id, shortDescription: { text: meaningOf(id) } })),
  };
  const run = {
    tool: { driver },
    columnKind: "utf16CodeUnits",
    invocations: [
      { executionSuccessful: outline.diagnostics.every(({ severity }) => severity !== "error") },
    ],
    results: found.map((one) => resultOf(one, ids.indexOf(one.rule), locate)),
  };
  const log = { $schema: SCHEMA, version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const levels = { error: "error", warning: "warning", info: "note" } as const;

function ofDiagnostic(diagnostic: Outline["diagnostics"][number]): Found {
  const { code, severity, message, hint, address } = diagnostic;
  return {
    rule: code,
    level: levels[severity],
    message: hint === null ? message : `${message}. ${hint}`,
    place: positionOf(diagnostic),
    address: address ?? undefined,
  };
}

/** A failure is an error and a destructive change a warning; other changes are not reported. */
function ofObject(object: OutlineObject): readonly Found[] {
  const { address, word, state, message, destructive, where } = object;
  const about = { address, place: where ?? undefined };
  if (state === "failed")
    return [
      { ...about, rule: "failed", level: "error", message: `${address}: ${message ?? word}` },
    ];
  if (!destructive) return [];
  const because = object.rows.map(([label, text]) => `${label}: ${text}`).join("; ");
  return [
    { ...about, rule: word, level: "warning", message: `${address}: ${word}. ${because}`.trim() },
  ];
}

const meanings: Readonly<Record<string, string>> = {
  ...diagnosticCodes,
  delete: "An object is deleted.",
  recreate: "An object is deleted and recreated.",
  failed: "An object is not as it should be.",
  blocked: "A plan is stopped by what only a change on the server or of the manifests lifts.",
};

function meaningOf(rule: string): string {
  const danger = /^blocked-(.+)$/.exec(rule)?.[1];
  return meanings[rule] ?? `A plan is stopped by a danger that was not accepted: ${danger}.`;
}

function resultOf(
  { rule, level, message, place, address }: Found,
  ruleIndex: number,
  locate: (file: string) => string,
) {
  const region = defined({ startLine: place?.line, startColumn: place?.column });
  const physicalLocation = place && {
    artifactLocation: { uri: locate(place.file) },
    ...(place.line === undefined ? {} : { region }),
  };
  const logicalLocations = address === undefined ? undefined : [{ fullyQualifiedName: address }];
  const location = defined({ physicalLocation, logicalLocations });
  const locations = Object.keys(location).length === 0 ? undefined : [location];
  return defined({ ruleId: rule, ruleIndex, level, message: { text: message }, locations });
}
