/**
 * Generated estates: any of them can follow any other on one catalog. Names are few, so that two of
 * them share most of their objects; what refers to something refers to what the same estate holds.
 */
import fc from "fast-check";
import { mapping, PNG, sld } from "./artefacts.ts";
import type { Files } from "../estates/passes.ts";

/** A manifest before it is written down. */
export interface Declared {
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** Manifests, and the files that they name; all lie in one folder. */
export interface GeneratedEstate {
  readonly manifests: readonly Declared[];
  readonly artefacts: Readonly<Record<string, string | Uint8Array>>;
}

/** A manifest as JSON, which is YAML; one to a file. */
export function asFiles({ manifests, artefacts }: GeneratedEstate): Files {
  const documents = manifests.map(({ kind, metadata, spec }, index) => [
    `${String(index).padStart(2, "0")}-${kind}.yaml`,
    JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec }),
  ]);
  return { ...Object.fromEntries(documents), ...artefacts } as Files;
}

const COLOURS = ["#000001", "#000002"] as const;
const STORES = { s1: ["T1", "T2"], s2: ["T3", "T4"] } as const;
const ROLES = ["R1", "R2"] as const;

const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const colour = fc.constantFrom(...COLOURS);
const lifecycle = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom("orphan", "observe", "ignore", "protect"),
);
const drawing = fc.record({ style: fc.nat(5), other: fc.nat(5), opaque: fc.boolean() });
const member = fc.record({ member: fc.nat(7), style: fc.nat(5) });
const members = fc.array(member, { minLength: 1, maxLength: 4 });
const store = (types: readonly string[]) =>
  some(
    fc.record({
      types: fc.subarray([...types], { minLength: 1 }),
      layout: fc.constantFrom("file", "folder"),
      comment: fc.boolean(),
    }),
  );
const ruleSet = (keys: readonly string[], roles: readonly string[]) =>
  some(
    fc.record({
      exclusive: fc.boolean(),
      rules: fc.dictionary(fc.constantFrom(...keys), fc.subarray([...roles], { minLength: 1 }), {
        maxKeys: 4,
      }),
    }),
  );

const plot = fc.record({
  workspace: fc.constantFrom(true, true, true, true, true, false),
  second: some(fc.record({ uri: fc.constantFrom("one", "two"), lifecycle })),
  s1: store(STORES.s1),
  s2: store(STORES.s2),
  database: some(
    fc.record({
      host: fc.constantFrom("a.example.org", "b.example.org"),
      enabled: some(fc.boolean()),
      types: fc.dictionary(
        fc.constantFrom("ways", "tracks"),
        fc.record({ title: some(fc.constantFrom("One", "Two & more")), enabled: fc.boolean() }),
      ),
    }),
  ),
  raster: some(
    fc.record({
      // A file of one raster calls it as it is called itself, wherever it lies.
      url: fc.constantFrom("file:a.tif", "file:b/a.tif"),
      native: some(fc.constantFrom("a", "a")),
      title: fc.constantFrom("Heights", "Depths"),
    }),
  ),
  styles: fc.dictionary(fc.constantFrom("red", "blue"), colour),
  former: fc.constantFrom(undefined, "red", "blue"),
  own: some(colour),
  sheet: some(colour),
  icons: some(fc.boolean()),
  extra: some(fc.record({ colour, lifecycle })),
  drawn: fc.array(some(drawing), { minLength: 7, maxLength: 7 }),
  groups: fc.record({ g1: members, g2: members, g3: members }, { requiredKeys: [] }),
  layerRules: ruleSet(["w.*.r", "w.T1.r", "w.T3.w", "w.ways.r", "w.*.a"], [...ROLES, "*"]),
  serviceRules: ruleSet(["wfs.*", "wfs.GetFeature", "wfs.Transaction"], ROLES),
  restRules: ruleSet(["/styles/**:GET", "/styles/**:GET,PUT", "/styles/red:GET"], ROLES),
  roles: fc.subarray([...ROLES]),
  // Few, because reporting whether a password is another one takes time by intent.
  user: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    {
      arbitrary: fc.record({
        enabled: fc.boolean(),
        password: fc.constantFrom("one", "two"),
        roles: fc.subarray([...ROLES]),
        groups: fc.subarray(["editors", "readers"]),
      }),
      weight: 1,
    },
  ),
  mode: fc.constantFrom("HIDE", "MIXED", "CHALLENGE", undefined),
});

type Plot = typeof plot extends fc.Arbitrary<infer Value> ? Value : never;

/** Any estate. */
export const generatedEstate: fc.Arbitrary<GeneratedEstate> = plot.map((plotted) => {
  const parts = [
    styles(plotted),
    ...(plotted.workspace ? [mapped(plotted), documents(plotted)] : []),
    ...(plotted.workspace ? [drawings(plotted)] : []),
    access(plotted),
    accounts(plotted),
  ];
  const manifests = parts.flatMap((part) => part.manifests);
  return {
    manifests,
    artefacts: Object.assign({}, ...parts.map(({ artefacts }) => artefacts)) as Files,
    // A counterexample is read by people.
    [fc.toStringMethod]: () => `\n${manifests.map((one) => JSON.stringify(one)).join("\n")}\n`,
  };
});

function declare(kind: string, metadata: object, spec: object): Declared {
  const defined = (value: object) =>
    Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined));
  return { kind, metadata: defined(metadata), spec: defined(spec) };
}

/** Global styles, one perhaps under a name that it did not have before, and a second workspace. */
function styles({ styles: own, former, sheet, icons, extra, second }: Plot): GeneratedEstate {
  const manifests = Object.keys(own).map((name) =>
    declare("Style", { name }, { source: `./${name}.sld` }),
  );
  const artefacts: Record<string, string | Uint8Array> = { "anchor.sld": sld() };
  for (const [name, value] of Object.entries(own))
    artefacts[`${name}.sld`] = sld({ colour: value });
  manifests.push(declare("Workspace", { name: "anchor" }, {}));
  manifests.push(declare("Style", { name: "anchor" }, { source: "./anchor.sld" }));
  if (former !== undefined && own[former] === undefined)
    manifests.push(
      declare("Style", { name: `new${former}`, previousName: former }, { source: "./anchor.sld" }),
    );
  if (sheet !== undefined) {
    manifests.push(declare("Style", { name: "sheet" }, { source: "./sheet.css" }));
    artefacts["sheet.css"] = `* { stroke: ${sheet}; }\n`;
  }
  if (icons !== undefined) {
    manifests.push(declare("Style", { name: "icons" }, { source: "./icons/" }));
    artefacts["icons/icons.sld"] = sld({ name: "icons" });
    artefacts["icons/icon.png"] = icons ? PNG : Buffer.concat([PNG, Buffer.from([0])]);
  }
  if (extra !== undefined) {
    const metadata = { name: "extra", lifecycle: extra.lifecycle };
    manifests.push(declare("Style", metadata, { source: "./extra.sld" }));
    artefacts["extra.sld"] = sld({ colour: extra.colour });
  }
  if (second !== undefined) {
    const metadata = { name: "x", lifecycle: second.lifecycle };
    manifests.push(
      declare("Workspace", metadata, { namespace: `http://example.org/${second.uri}` }),
    );
  }
  return { manifests, artefacts };
}

/** The workspace, its style and its stores with mappings. */
function mapped(plotted: Plot): GeneratedEstate {
  const artefacts: Record<string, string> = {};
  const workspace = declare("Workspace", { name: "w" }, { namespace: "http://example.org/t" });
  const manifests = [workspace];
  if (plotted.own !== undefined) {
    manifests.push(declare("Style", { workspace: "w", name: "own" }, { source: "./own.sld" }));
    artefacts["own.sld"] = sld({ colour: plotted.own });
  }
  for (const name of ["s1", "s2"] as const) {
    const given = plotted[name];
    if (given === undefined) continue;
    const comment = given.comment ? "<!-- by hand -->" : "";
    const types = given.types.map((type) => `t:${type}`);
    const inFolder = given.layout === "folder";
    const path = inFolder ? `${name}/${name}.appschema` : `${name}.xml`;
    artefacts[path] = mapping(types, { comment, includes: inFolder ? ["more.xml"] : [] });
    if (inFolder) artefacts[`${name}/more.xml`] = mapping([]);
    const spec = { mapping: inFolder ? `./${name}/` : `./${name}.xml` };
    manifests.push(declare("AppSchemaStore", { workspace: "w", name }, spec));
  }
  return { manifests, artefacts };
}

/** Stores with what they publish, as documents. */
function documents({ database, raster }: Plot): GeneratedEstate {
  const inside = (name: string) => ({ workspace: "w", name });
  const manifests: Declared[] = [];
  if (database !== undefined) {
    const { host, enabled, types } = database;
    const connectionParameters = { dbtype: "postgis", host, port: 5432, database: "roads" };
    manifests.push(
      declare("DataStore", inside("db"), { type: "PostGIS", enabled, connectionParameters }),
    );
    for (const [name, given] of Object.entries(types))
      manifests.push(declare("FeatureType", inside(name), { store: "db", ...defined(given) }));
  }
  if (raster !== undefined) {
    const { url, native, title } = raster;
    manifests.push(declare("CoverageStore", inside("relief"), { type: "GeoTIFF", url }));
    const spec = { store: "relief", nativeName: native, title };
    manifests.push(declare("Coverage", inside("heights"), spec));
  }
  return { manifests, artefacts: {} };
}

function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined));
}

/** Names of what the estate publishes. */
function published({ s1, s2, database, raster }: Plot): readonly string[] {
  const types = [...(s1?.types ?? []), ...(s2?.types ?? []), ...Object.keys(database?.types ?? {})];
  return [...types, ...(raster === undefined ? [] : ["heights"])];
}

/** How layers are drawn, and groups of them: a group holds layers and earlier groups. */
function drawings(plotted: Plot): GeneratedEstate {
  const layers = published(plotted);
  const usable = ["generic", "line", "anchor", ...Object.keys(plotted.styles).toSorted()];
  if (plotted.own !== undefined) usable.push("w:own");
  const styleAt = (index: number) => usable[index % usable.length] ?? "generic";
  const manifests = layers.map((name, index) => {
    // A layer that nobody declares would hold on to a style that goes.
    const { style, other, opaque } = plotted.drawn[index] ?? { style: 0, other: 0, opaque: false };
    const spec = { defaultStyle: styleAt(style), styles: [styleAt(other)], opaque };
    return declare("Layer", { workspace: "w", name }, spec);
  });
  const earlier: string[] = [];
  for (const name of ["g1", "g2", "g3"] as const) {
    const wanted = plotted.groups[name];
    const possible = [
      ...layers.map((layer) => ({ layer: `w:${layer}` })),
      ...earlier.map((group) => ({ group })),
    ];
    if (wanted === undefined || possible.length === 0) continue;
    const held = wanted.map(({ member: at, style }) => {
      const one = possible[at % possible.length] ?? {};
      return "layer" in one && style > 0 ? { ...one, style: styleAt(style) } : one;
    });
    const metadata = name === "g3" ? { name } : { workspace: "w", name };
    manifests.push(declare("LayerGroup", metadata, { layers: held }));
    earlier.push(`w:${name}`);
  }
  return { manifests, artefacts: {} };
}

/** Rules of all three domains, and the catalog mode. */
function access({ layerRules, serviceRules, restRules, mode }: Plot): GeneratedEstate {
  const domains = [
    { name: "layers", domain: "layers", scope: ["w.*"], given: layerRules },
    { name: "services", domain: "services", scope: ["wfs.*"], given: serviceRules },
    { name: "requests", domain: "rest", scope: ["/styles/**"], given: restRules },
  ];
  const manifests = domains.flatMap(({ name, domain, scope, given }) => {
    if (given === undefined) return [];
    const { exclusive, rules } = given;
    const how = exclusive ? { mode: "exclusive", scope } : { mode: "merge" };
    return [declare("AccessRules", { name }, { domain, ...how, rules })];
  });
  if (mode !== undefined) manifests.push(declare("CatalogMode", { name: "catalog" }, { mode }));
  return { manifests, artefacts: {} };
}

/** Roles, and an account that has some of them. */
function accounts({ roles, user }: Plot): GeneratedEstate {
  const manifests = roles.map((name) => declare("Role", { name }, {}));
  if (user === undefined) return { manifests, artefacts: {} };
  const { enabled, groups, password } = user;
  const held = user.roles.filter((role) => roles.includes(role));
  const spec = { password: { fromFile: "./password.txt" }, enabled, groups, roles: held };
  manifests.push(declare("User", { name: "ann" }, spec));
  return { manifests, artefacts: { "password.txt": `a password of ann, ${password}\n` } };
}
