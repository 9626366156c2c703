/** Builds a definition from an indexer, an auxiliary file and a datastore. */
import { isSecretParameter } from "../../model/connection-parameters.ts";
import type { Box } from "../../model/geometry.ts";
import { parseConfiguration, splitList } from "../../model/mosaic/collector.ts";
import { DEFAULT_SEARCH } from "../../model/mosaic/granule-path.ts";
import { LOCATION_ATTRIBUTE } from "../../model/mosaic/schema.ts";
import type {
  CollectorConfiguration,
  MosaicCollector,
  MosaicCoverage,
  MosaicDefinition,
  MosaicDomain,
  MosaicIndex,
  PathType,
} from "../../model/mosaic.ts";
import { nameProblem } from "../../model/name.ts";
import { checkConfiguration } from "./collectors.ts";
import { checkDefinition } from "./checks.ts";
import { isDimension, readSchema, writtenCoverage } from "./coverages.ts";
import type { Indexer, Report } from "./indexer.ts";
import { propertyIn, type Properties } from "./properties.ts";

/** Inputs other than the indexer. */
export interface Surroundings {
  /** Used where the indexer gives no name. */
  readonly name: string;
  readonly index: MosaicIndex;
  readonly auxiliary: readonly MosaicCoverage[];
  readonly report: Report;
}

/** Keys with their own fields in the definition. */
const FIELDS = new Set(
  `name typename schema timeattribute elevationattribute additionaldomainattributes
   propertycollectors canbeempty useexistingschema caching recursive wildcard absolutepath pathtype
   locationattribute indexingdirectories harvestingdirectory mosaiccrs heterogeneouscrs envelope2d
   crsattribute resolutionattribute resolutionxattribute resolutionyattribute granuleacceptors
   coveragenamecollectorspi auxiliaryfile`.split(/\s+/),
);

/** Builds a definition and reports inconsistencies. */
export function defineMosaic(indexer: Indexer, around: Surroundings): MosaicDefinition {
  const { report, index, auxiliary } = around;
  const { parameters } = indexer;
  const text = (key: string) => propertyIn(parameters, key);
  const yes = (key: string) => text(key)?.toLowerCase() === "true";
  const coverages = indexer.coverages.map((coverage) => writtenCoverage(coverage, indexer, report));
  const definition: MosaicDefinition = {
    name: nameOf(indexer, around),
    isNamed: givenName(indexer) !== undefined,
    typeName: text("TypeName"),
    schema: readSchema(indexer.schemas[0], report),
    domains: indexer.domains.filter(({ name }) => isDimension(name)),
    collectors: collectorsOf(indexer, yes("HeterogeneousCRS")),
    coverages,
    nameCollector: nameCollectorOf(indexer, report),
    auxiliary,
    auxiliaryFile: text("AuxiliaryFile"),
    canBeEmpty: yes("CanBeEmpty"),
    useExistingSchema: yes("UseExistingSchema"),
    caching: yes("Caching"),
    recursive: text("Recursive") === undefined || yes("Recursive"),
    wildcard: text("Wildcard") ?? DEFAULT_SEARCH.wildcard,
    pathType: pathTypeOf(parameters, report),
    locationAttribute: text("LocationAttribute") ?? LOCATION_ATTRIBUTE,
    indexingDirectories: splitList(text("IndexingDirectories") ?? ""),
    harvestingDirectory: text("HarvestingDirectory"),
    mosaicCrs: text("MosaicCRS"),
    heterogeneousCrs: yes("HeterogeneousCRS"),
    envelope: envelopeOf(parameters, report),
    ...rasterAttributes(indexer),
    granuleAcceptors: splitList(text("GranuleAcceptors") ?? ""),
    index,
    parameters: otherParameters(parameters),
  };
  checkDefinition(definition, parameters, report);
  return definition;
}

/** The indexer's name, else that of the only coverage, else the given one. */
function nameOf({ parameters, coverages }: Indexer, { name, report }: Surroundings): string {
  const given = givenName({ parameters, coverages });
  const typeName = propertyIn(parameters, "TypeName");
  for (const one of new Set([given, typeName, ...coverages.map((coverage) => coverage.name)])) {
    const problem = one === undefined ? undefined : nameProblem(one);
    if (problem !== undefined) {
      const line = parameters.get("name")?.line ?? onlyOne(coverages)?.line;
      report("error", `The name ${JSON.stringify(one)} ${problem}`, { line });
    }
  }
  return given ?? name;
}

function givenName({
  parameters,
  coverages,
}: Pick<Indexer, "parameters" | "coverages">): string | undefined {
  return propertyIn(parameters, "Name") ?? onlyOne(coverages)?.name;
}

function onlyOne<One>(all: readonly One[]): One | undefined {
  return all.length === 1 ? all[0] : undefined;
}

function collectorsOf(indexer: Indexer, heterogeneous: boolean): readonly MosaicCollector[] {
  const names = new Set(indexer.coverages.map(({ nameCollector }) => nameCollector?.toLowerCase()));
  const collectors: MosaicCollector[] = indexer.collectors
    .filter(({ name }) => name === undefined || !names.has(name.toLowerCase()))
    .filter(({ attributes }) => attributes.length > 0)
    .map(({ type, configuration, attributes }) => ({ type, configuration, attributes }));
  if (heterogeneous && !collectors.some(({ type }) => type === "crs")) {
    const attribute = rasterAttributes(indexer).crsAttribute ?? "crs";
    collectors.push({ type: "crs", configuration: undefined, attributes: [attribute] });
  }
  return collectors;
}

/** `class:regex=…`, the only collector that names coverages by file names. */
function nameCollectorOf(
  { parameters, coverages, collectors }: Indexer,
  report: Report,
): CollectorConfiguration | undefined {
  const written = parameters.get("coveragenamecollectorspi");
  if (written === undefined || written.value === "") {
    const wanted = coverages.find(({ nameCollector }) => nameCollector !== undefined);
    const sought = wanted?.nameCollector?.toLowerCase() ?? "";
    return collectors.find(({ name }) => name?.toLowerCase() === sought)?.configuration;
  }
  const { line } = written;
  const match = /FileNameRegexNameCollectorSPI\s*:\s*regex=([^]*)/.exec(written.value);
  const configuration = parseConfiguration(match?.[1]);
  if (configuration === undefined) {
    report("warning", `${written.value} is not read; coverages are named by the rasters`, {
      line,
      about: "included-server",
    });
    return undefined;
  }
  checkConfiguration(configuration, report, line);
  return configuration;
}

function pathTypeOf(parameters: Properties, report: Report): PathType {
  const written = propertyIn(parameters, "PathType")?.toUpperCase();
  const absolute = propertyIn(parameters, "AbsolutePath")?.toLowerCase() === "true";
  if (written === "RELATIVE" || written === "ABSOLUTE" || written === "URL") return written;
  if (written !== undefined) {
    report("warning", `PathType=${written} is none of RELATIVE, ABSOLUTE, URL`, {
      line: parameters.get("pathtype")?.line,
    });
  }
  return absolute ? "ABSOLUTE" : "RELATIVE";
}

/** Format: `minx,miny maxx,maxy`. */
function envelopeOf(parameters: Properties, report: Report): Box | undefined {
  const written = propertyIn(parameters, "Envelope2D");
  if (written === undefined) return undefined;
  const numbers = written.split(/[\s,]+/).map(Number);
  const [minx = Number.NaN, miny = Number.NaN, maxx = Number.NaN, maxy = Number.NaN] = numbers;
  if (numbers.length === 4 && numbers.every(Number.isFinite) && minx < maxx && miny < maxy) {
    return { minx, miny, maxx, maxy };
  }
  report("warning", `Envelope2D=${written} is not minx,miny maxx,maxy; it is left out`, {
    line: parameters.get("envelope2d")?.line,
  });
  return undefined;
}

function rasterAttributes({ parameters, domains, coverages }: Indexer) {
  const all: readonly MosaicDomain[] = [...domains, ...coverages.flatMap((one) => one.domains)];
  const find = (key: string, name: string) =>
    propertyIn(parameters, key) ?? all.find((domain) => domain.name === name)?.start;
  return {
    crsAttribute: find("CrsAttribute", "crs"),
    resolutionAttribute: find("ResolutionAttribute", "resolution"),
    resolutionXAttribute: find("ResolutionXAttribute", "resolutionx"),
    resolutionYAttribute: find("ResolutionYAttribute", "resolutiony"),
  };
}

function otherParameters(parameters: Properties): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...parameters]
      .filter(([key]) => !FIELDS.has(key) && !isSecretParameter(key))
      .map(([, { key, value }]) => [key, value]),
  );
}
