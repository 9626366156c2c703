/** Requests that publish, change and withdraw coverages. */
import { storePlace, type StorePlace } from "../../../model/store.ts";
import {
  renderCoverageInput,
  renderNewCoverage,
  type DeclaredCoverage,
} from "../../../wire/coverage-settings.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { setIn, type KindContext, type Live, type Step, type UpdateOf } from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { declaredText, identityIn, identityText } from "./coverages.ts";
import { removeByLayer } from "../published/removal.ts";
import { readPublished } from "./published.ts";
import type { MosaicPayload } from "./payload.ts";

/** `kept` are metadata entries that stay. */
export function coverageStep(
  method: "POST" | "PUT",
  place: StorePlace,
  coverage: DeclaredCoverage,
  kept?: Parameters<typeof renderCoverageInput>[1],
): Step {
  const isNew = method === "POST";
  return {
    summary: `${isNew ? "publish" : "change the settings of"} coverage ${coverage.name}`,
    request: {
      method,
      path: isNew
        ? pathTo("storeCoverages", place)
        : pathTo("storeCoverage", { ...place, coverage: coverage.name }),
      mediaType: mediaTypes.textXml,
      body: {
        kind: "text",
        text: isNew ? renderNewCoverage(coverage) : renderCoverageInput(coverage, kept),
      },
    },
  };
}

export async function coverageUpdate(
  { resource, live, fields }: UpdateOf<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { coverages = [] } = resource.payload;
  if (!fields.includes("coverages")) return [];
  const place = storePlace(resource.address);
  const shown = new Set(setIn(live.facts, "coverages"));
  const there = new Set(setIn(live.facts, "published"));
  const changed = coverages.filter((coverage) => !shown.has(declaredText(coverage)));
  const published = changed.length === 0 ? [] : await readPublished(context, place);
  return changed.map((coverage) => {
    if (!there.has(identityText(coverage))) return coverageStep("POST", place, coverage);
    const kept = published.find(({ name }) => name === coverage.name)?.otherMetadata;
    return coverageStep("PUT", place, coverage, kept);
  });
}

/** Removes undeclared coverages, and those that show other data under a declared name. */
export function detachSteps(
  { resource, live, fields }: Pick<UpdateOf<MosaicPayload>, "resource" | "live" | "fields">,
  hasDependents = false,
): readonly Step[] {
  if (!fields.includes("coverages")) return [];
  const place = storePlace(resource.address);
  const names = detachedCoverages(resource.payload, live);
  if (hasDependents) {
    const { workspace } = resource.address;
    return names.map((name) => removeByLayer("coverage", { workspace, name }));
  }
  return names.map((coverage) => {
    const path = pathTo("storeCoverage", { ...place, coverage });
    const summary = `withdraw coverage ${coverage} with its layer`;
    return deletion(summary, path, { query: { recurse: "true" } });
  });
}

export function detachedCoverages(payload: MosaicPayload, { facts }: Live): readonly string[] {
  const published = setIn(facts, "published").map(identityIn);
  return published.filter((one) => !stays(payload)(one)).map(({ name }) => name);
}

function stays({ coverages }: MosaicPayload) {
  return (published: { readonly name: string; readonly nativeName: string }): boolean =>
    coverages === undefined ||
    coverages.some(
      ({ name, nativeName }) => name === published.name && nativeName === published.nativeName,
    );
}
