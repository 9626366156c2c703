/** Writes manifests for documents, with notes on what no field covers. */
import { cascadedLayerDocuments } from "../../../model/cascaded-layer.ts";
import { cascadedStoreDocuments } from "../../../model/cascaded-store.ts";
import { coverageDocument } from "../../../model/coverage.ts";
import { coverageStoreDocument } from "../../../model/coverage-store.ts";
import { dataStoreDocument } from "../../../model/data-store.ts";
import { featureTypeDocument } from "../../../model/feature-type.ts";
import type { Declare, Declaration } from "../../kind.ts";
import { goneMeanwhile, declaring } from "../declare/each.ts";
import { brokenNote } from "../published/broken.ts";
import type { DocumentKind } from "./contract.ts";
import type { DeclaredPart } from "../fields/contract.ts";
import { readDocument } from "./observe.ts";
import { uncoveredElements } from "../fields/unsaid.ts";

export function declareDocuments<Spec, Declared>(about: DocumentKind<Spec, Declared>): Declare {
  return declaring(about.list ?? {}, async (context, address, { statedOnly }) => {
    const found = await readDocument(about, context, address);
    if (found === undefined) return goneMeanwhile(address);
    const { document, broken } = found;
    const parts = Object.values(about.fields()).map((field) =>
      field.declare(document, { address, statedOnly }),
    );
    const refusal = parts.find((one) => one.refusal !== undefined)?.refusal;
    if (refusal !== undefined) return { address, reason: refusal };
    return {
      ...address,
      ...together(parts, [
        ...uncoveredElements(document, about.elements ?? KNOWN),
        ...(broken === undefined ? [] : [brokenNote(broken)]),
      ]),
    };
  });
}

/** Spec members that two fields share. */
const SHARED: ReadonlySet<string> = new Set(["bounds", "links"]);

function together(
  parts: readonly DeclaredPart[],
  others: readonly string[],
): Pick<Declaration, "spec" | "secrets" | "notes"> {
  const spec: Record<string, unknown> = {};
  for (const one of parts) {
    for (const [name, given] of Object.entries(one.spec)) {
      const before = spec[name];
      spec[name] = SHARED.has(name) ? Object.assign({}, before, given) : given;
    }
  }
  return {
    spec,
    secrets: parts.flatMap(({ secrets = [] }) => secrets),
    notes: [...parts.flatMap(({ notes = [] }) => notes), ...others],
  };
}

const OPEN: ReadonlySet<string> = new Set(["_default"]);

/** Elements that fields cover, that follow from others, or that servers write by themselves. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    featureTypeDocument,
    coverageDocument,
    dataStoreDocument,
    coverageStoreDocument,
    ...Object.values(cascadedStoreDocuments),
    ...Object.values(cascadedLayerDocuments),
  ]
    .flatMap(({ elements }) => [...elements])
    .concat("id", "modifiedBy", "link")
    .filter((name) => !OPEN.has(name)),
);
