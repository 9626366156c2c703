/**
 * Estates whose objects hold on to each other and to those of others: layers that no manifest declares,
 * styles that somebody else draws with, groups in groups, addresses of workspaces that change hands, types
 * that move between stores. Any can follow any other on one catalog.
 */
import fc from "fast-check";
import { mapping, sld } from "./artefacts.ts";
import { document, type Files } from "../estates/passes.ts";

const WORKSPACES = ["w", "x"] as const;
const STYLES = ["red", "blue", "w:red", "x:own"] as const;

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const style = maybe(fc.nat(5));
const layer = fc.record({
  declared: fc.boolean(),
  style,
  other: style,
  opaque: maybe(fc.boolean()),
});
const place = fc.record({
  uri: fc.constantFrom("1", "2", "3"),
  /** Types of two databases and of a mapping. */
  db: fc.subarray(["a", "b"]),
  db2: fc.subarray(["a", "b", "c"]),
  mapped: fc.subarray(["1", "2", "3"]),
  layers: fc.array(layer, { minLength: 6, maxLength: 6 }),
});

/** What an estate declares. */
const plot = fc.record({
  w: maybe(place),
  x: maybe(place),
  styles: fc.subarray<string>([...STYLES]),
  colour: fc.constantFrom("#000001", "#000002"),
  former: maybe(fc.constantFrom("red", "blue")),
  groups: fc.array(fc.array(fc.tuple(fc.nat(7), style), { minLength: 1, maxLength: 3 }), {
    maxLength: 3,
  }),
});

type Plot = typeof plot extends fc.Arbitrary<infer Value> ? Value : never;
type Place = NonNullable<Plot["w"]>;

const split = (text: string) => {
  const [workspace, name] = text.split(":");
  return name === undefined ? { name: text } : { workspace, name };
};

/** Any estate, as files. */
export const tangledEstate: fc.Arbitrary<Files> = plot.map((given) => {
  const usable = usableIn(given);
  const places = WORKSPACES.map((name) => placeOf(name, given[name], usable));
  const files: Files = Object.assign({}, stylesOf(given), ...places, groupsOf(given));
  // A counterexample is read by people.
  const told = Object.entries(files).filter(([name]) => name.endsWith(".yaml"));
  const text = () => told.map(([, one]) => `\n${one.replace(/.*?"kind"/, '{"kind"')}`).join("");
  return Object.defineProperty(files, fc.toStringMethod, { value: text });
});

/** Names of the styles that are declared or always there. */
function usableIn({ styles, w, x, former }: Plot): readonly string[] {
  const own = styles.filter((name) => {
    const { workspace } = split(name);
    return workspace === undefined || (workspace === "w" ? w : x) !== undefined;
  });
  const renamed = former !== undefined && !styles.includes(former) ? [`new${former}`] : [];
  return ["line", "point", ...own, ...renamed];
}

function stylesOf(given: Plot): Files {
  const files: Record<string, string> = { "style.sld": sld({ colour: given.colour }) };
  for (const name of usableIn(given).slice(2)) {
    const former = name === `new${given.former}` ? { previousName: given.former } : {};
    const metadata = { ...split(name), ...former };
    const file = name.replace(":", "-");
    files[`style-${file}.yaml`] = document("Style", metadata, { source: "./style.sld" });
  }
  return files;
}

/** Some servers map a name once only, whichever workspace it is in. */
function mappedIn(workspace: string, { mapped }: Place): readonly string[] {
  return mapped.map((number) => `${workspace === "w" ? "T" : "U"}${number}`);
}

/** A type is in one store of its workspace only. */
function typesOf({ db, db2 }: Place): Readonly<Record<string, readonly string[]>> {
  return { db, db2: db2.filter((type) => !db.includes(type)) };
}

function layersOf(workspace: string, given: Place): readonly string[] {
  return [...Object.values(typesOf(given)).flat(), ...mappedIn(workspace, given)];
}

function placeOf(workspace: string, given: Place | undefined, usable: readonly string[]): Files {
  if (given === undefined) return {};
  const files: Record<string, string> = {};
  const declare = (kind: string, name: string, spec: object) => {
    files[`${workspace}-${kind}-${name}.yaml`] = document(kind, { workspace, name }, spec);
  };
  files[`${workspace}.yaml`] = document(
    "Workspace",
    { name: workspace },
    { namespace: `http://example.org/${given.uri}` },
  );
  for (const [store, types] of Object.entries(typesOf(given))) {
    const connectionParameters = { dbtype: "postgis", host: "h", port: 5432, database: store };
    declare("DataStore", store, { type: "PostGIS", connectionParameters });
    for (const name of types) declare("FeatureType", name, { store });
  }
  if (given.mapped.length > 0) {
    declare("AppSchemaStore", "maps", { mapping: `./${workspace}.xml` });
    files[`${workspace}.xml`] = mapping(mappedIn(workspace, given).map((type) => `t:${type}`));
  }
  const styleAt = (index: number) => usable[index % usable.length] ?? "line";
  for (const [at, name] of layersOf(workspace, given).entries()) {
    const drawn = given.layers[at];
    if (drawn?.declared !== true) continue;
    const spec = {
      ...(drawn.style === undefined ? {} : { defaultStyle: styleAt(drawn.style) }),
      ...(drawn.other === undefined ? {} : { styles: [styleAt(drawn.other)] }),
      ...(drawn.opaque === undefined ? {} : { opaque: drawn.opaque }),
    };
    declare("Layer", name, spec);
  }
  return files;
}

/** Two groups of workspace w at most, and a global one; later ones may hold earlier ones. */
function groupsOf(given: Plot): Files {
  const files: Record<string, string> = {};
  const usable = usableIn(given).filter((name) => !name.startsWith("x:"));
  const earlier: { group: string }[] = [];
  for (const [at, wanted] of given.groups.entries()) {
    const isGlobal = at === 2 || given.w === undefined;
    const layers = WORKSPACES.flatMap((name) =>
      (name === "w" || isGlobal) && given[name] !== undefined
        ? layersOf(name, given[name]).map((layer) => ({ layer: `${name}:${layer}` }))
        : [],
    );
    const possible = [...layers, ...earlier];
    if (possible.length === 0) continue;
    const held = wanted.map(([member, drawn]) => {
      const one = possible[member % possible.length] ?? {};
      if (!("layer" in one) || drawn === undefined) return one;
      return { ...one, style: usable[drawn % usable.length] };
    });
    const name = `g${at}`;
    const metadata = isGlobal ? { name } : { workspace: "w", name };
    files[`${name}.yaml`] = document("LayerGroup", metadata, { layers: held });
    earlier.push({ group: isGlobal ? name : `w:${name}` });
  }
  return files;
}

/** A request of somebody else. */
export interface Meddling {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: string;
}

const styleName = fc.constantFrom("red", "blue", "newred", "w:red", "x:own");

const drawing = fc
  .record({
    layer: fc.constantFrom("w:a", "w:b", "w:T1", "w:T2", "x:a", "x:U1", "theirs:t"),
    style: styleName,
    isDefault: fc.boolean(),
  })
  .map(({ layer, style, isDefault }): Meddling => {
    const named = Object.entries(split(style)).map(
      ([field, text]) => `<${field}>${text}</${field}>`,
    );
    const drawn = isDefault
      ? `<defaultStyle>${named.join("")}</defaultStyle>`
      : `<styles><style>${named.join("")}</style></styles>`;
    return { method: "PUT", path: `/layers/${layer}`, body: `<layer>${drawn}</layer>` };
  });

const grouping = fc
  .record({
    name: fc.constantFrom("theirs1", "theirs2"),
    member: fc.constantFrom("w:a", "w:T1", "theirs:t", "group w:g0", "group g2"),
    style: maybe(styleName),
  })
  .map(({ name, member, style }): Meddling => {
    const [what = "", own] = member.split(" ");
    const type = own === undefined ? "layer" : "layerGroup";
    const published = `<published type="${type}"><name>${own ?? what}</name></published>`;
    const drawn = style === undefined || own !== undefined ? "" : `<name>${style}</name>`;
    const body = `<layerGroup><name>${name}</name><publishables>${published}</publishables><styles><style>${drawn}</style></styles></layerGroup>`;
    return { method: "POST", path: "/layergroups", body };
  });

const removal = fc
  .constantFrom("theirs1", "theirs2")
  .map((name): Meddling => ({ method: "DELETE", path: `/layergroups/${name}` }));

const publishing = fc
  .constantFrom({ workspace: "w", type: "free" }, { workspace: "x", type: "free" })
  .map(({ workspace, type }): Meddling => ({
    method: "POST",
    path: `/workspaces/${workspace}/datastores/db/featuretypes`,
    body: `<featureType><name>${type}</name></featureType>`,
  }));

/** What others do before a plan is made. */
export const meddlings: fc.Arbitrary<readonly Meddling[]> = fc.array(
  fc.oneof(drawing, drawing, grouping, removal, publishing),
  { maxLength: 4 },
);

/** A workspace of somebody else with a layer, which is there from the start. */
export const theirs: readonly Meddling[] = [
  {
    method: "POST",
    path: "/namespaces",
    body: "<namespace><prefix>theirs</prefix><uri>http://example.org/theirs</uri></namespace>",
  },
  {
    method: "PUT",
    path: "/workspaces/theirs/datastores/things/file.appschema?configure=all",
    body: mapping(["t:t"]),
  },
];
