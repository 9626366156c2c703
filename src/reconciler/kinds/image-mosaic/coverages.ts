/** The coverages of a manifest, and their comparison with published ones. */
import { fault, warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { domainsOf } from "../../../model/mosaic/coverage.ts";
import type { MosaicDefinition } from "../../../model/mosaic.ts";
import { nameProblem } from "../../../model/name.ts";
import type { DeclaredCoverage, CoverageSettings } from "../../../wire/coverage-settings.ts";
import type { Manifest } from "../../kind.ts";
import {
  dimensionTexts,
  plainDimension,
  publishedDimensionTexts,
  readDimensions,
} from "../published/dimensions.ts";
import { titleSet } from "../published/title.ts";
import type { CoverageSpec, MosaicSpec } from "./spec.ts";

type Path = readonly (string | number)[];

/** `coverages` is undefined when the manifest leaves them as they are. */
export function readCoverages(
  manifest: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
): {
  readonly coverages: readonly DeclaredCoverage[] | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { spec, locate } = manifest;
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const coverages = spec.coverages?.map((coverage, index): DeclaredCoverage => {
    const path: Path = ["spec", "coverages", index];
    const { name, nativeName = name, title } = coverage;
    const problem = nameProblem(name) ?? (seen.has(name) ? "is declared twice" : undefined);
    seen.add(name);
    if (problem !== undefined) {
      const message = `The coverage name ${JSON.stringify(name)} ${problem}`;
      const where = locate([...path, "name"]);
      diagnostics.push(fault("manifest-invalid", message, { where }));
    }
    diagnostics.push(...nativeProblems(manifest, definition, { path, nativeName }));
    const dimensions =
      coverage.dimensions &&
      readDimensions(manifest, coverage.dimensions, [...path, "dimensions"], diagnostics);
    diagnostics.push(...unknownDimensions(manifest, definition, { path, coverage, nativeName }));
    return { name, nativeName, title, dimensions };
  });
  return { coverages, diagnostics };
}

/** Titles of layers for `Resource.sets`. */
export function titlesIn({ workspace, spec, locate }: Manifest<MosaicSpec>) {
  return (spec.coverages ?? []).flatMap(({ name, title }, index) =>
    title === undefined
      ? []
      : [titleSet({ workspace, name }, locate(["spec", "coverages", index, "title"]))],
  );
}

/** `sure` when there can be no other names. */
export function nativeNames(definition: MosaicDefinition): {
  readonly names: readonly string[];
  readonly sure: boolean;
} {
  const listed = [...definition.coverages, ...definition.auxiliary];
  const names = listed.flatMap(({ name }) => name ?? []);
  const named = definition.nameCollector ?? listed.find((one) => one.nameCollector !== undefined);
  const open = named !== undefined || listed.some(({ name }) => name === undefined);
  if (names.length === 0) return { names: [definition.name], sure: false };
  return { names: [...new Set(names)], sure: !open };
}

function nativeProblems(
  { locate }: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
  { path, nativeName }: { readonly path: Path; readonly nativeName: string },
): readonly Diagnostic[] {
  const { names, sure } = nativeNames(definition);
  if (names.includes(nativeName) || definition.nameCollector !== undefined) return [];
  const severity = sure ? "error" : "warning";
  const known = names.join(", ");
  const message = `The definition names no coverage ${nativeName}; it names ${known}`;
  const hint = "nativeName is the name inside the mosaic; name is the one it is published under.";
  return [{ code: "mosaic-granules", severity, message, hint, where: locate([...path, "name"]) }];
}

function unknownDimensions(
  { locate }: Manifest<MosaicSpec>,
  definition: MosaicDefinition,
  about: { readonly path: Path; readonly coverage: CoverageSpec; readonly nativeName: string },
): readonly Diagnostic[] {
  const { path, coverage, nativeName } = about;
  const known = domainsOf(definition, nativeName).map(({ name }) => name.toLowerCase());
  return Object.keys(coverage.dimensions ?? {})
    .filter((name) => !known.includes(plainDimension(name).toLowerCase()))
    .map((name) => {
      const list = known.length === 0 ? "none" : known.join(", ");
      const message = `The definition names no dimension ${name}; it names ${list}`;
      const where = locate([...path, "dimensions", name]);
      return warning("mosaic-granules", message, { where });
    });
}

export function identityText({ name, nativeName }: DeclaredCoverage | CoverageSettings): string {
  return `${name}: native ${nativeName}`;
}

/** The inverse of `identityText`, also for longer texts. */
export function identityIn(text: string): { readonly name: string; readonly nativeName: string } {
  const [name = "", rest = ""] = text.split(": native ", 2);
  return { name, nativeName: rest.split(", title ", 1)[0]?.split(", dimensions ", 1)[0] ?? "" };
}

export function declaredText(coverage: DeclaredCoverage): string {
  const { title, dimensions } = coverage;
  return textOf(coverage, title, dimensions && dimensionTexts(dimensions));
}

/** The text holds only what the manifest declares. */
export function publishedText(
  published: CoverageSettings,
  declared: DeclaredCoverage | undefined,
): string {
  if (declared === undefined) return identityText(published);
  const { title, dimensions } = published;
  return textOf(
    published,
    declared.title === undefined ? undefined : title,
    declared.dimensions && publishedDimensionTexts(dimensions, declared.dimensions),
  );
}

function textOf(
  coverage: DeclaredCoverage | CoverageSettings,
  title: string | undefined,
  dimensions: readonly string[] | undefined,
): string {
  const shown = (dimensions ?? []).join(" and ");
  return [
    identityText(coverage),
    ...(title === undefined ? [] : [`title ${JSON.stringify(title)}`]),
    ...(dimensions === undefined ? [] : [`dimensions ${shown === "" ? "none" : shown}`]),
  ].join(", ");
}
