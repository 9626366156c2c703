/** What others do to a server: objects of their own, and changes of what an estate declares. */
import type { Chance } from "../chance.ts";
import type { Edit, Thing } from "../history.ts";
import { nameOf, ofKind, publishedIn, workspaceOf } from "./draft.ts";

const xml = (path: string, body: string, method: "POST" | "PUT" = "POST"): Edit => ({
  method,
  path,
  body,
  type: "text/xml",
});

/** What is there before an estate is: accounts, roles and a workspace of somebody else. */
export const theirs: readonly Edit[] = [
  ...["ROLE_A", "ROLE_B"].map((role): Edit => ({
    method: "POST",
    path: `/security/roles/role/${role}`,
  })),
  { method: "POST", path: "/security/usergroup/group/editors" },
  xml(
    "/namespaces",
    "<namespace><prefix>theirs</prefix><uri>http://example.org/theirs</uri></namespace>",
  ),
  xml(
    "/workspaces/theirs/datastores",
    '<dataStore><name>theirs</name><type>PostGIS</type><enabled>true</enabled><connectionParameters><entry key="dbtype">postgis</entry><entry key="host">their.example.org</entry></connectionParameters></dataStore>',
  ),
  xml(
    "/workspaces/theirs/datastores/theirs/featuretypes",
    "<featureType><name>theirs</name></featureType>",
  ),
  {
    method: "POST",
    path: "/styles?name=theirs",
    type: "application/vnd.ogc.sld+xml",
    body: { sld: "#000009" },
  },
  xml(
    "/layergroups",
    '<layerGroup><name>theirs</name><publishables><published type="layer"><name>theirs:theirs</name></published></publishables></layerGroup>',
  ),
  { rules: "layers", set: { "theirs.*.r": ["ROLE_B"] } },
];

type Draw = (things: readonly Thing[], chance: Chance) => Edit | undefined;

const drawing: Draw = (things, chance) => {
  const layers = publishedIn(things);
  if (layers.length === 0) return undefined;
  const { workspace, name } = chance.pick(layers);
  const style = chance.pick(["line", "point", "theirs"]);
  return xml(
    `/layers/${workspace}:${name}`,
    `<layer><defaultStyle><name>${style}</name></defaultStyle></layer>`,
    "PUT",
  );
};

const typing: Draw = (things, chance) => {
  const types = ofKind(things, "FeatureType");
  if (types.length === 0) return undefined;
  const type = chance.pick(types);
  const body = chance.pick([
    "<title>By hand</title>",
    "<cqlFilter>a = 3</cqlFilter>",
    "<enabled>false</enabled>",
    "<abstract>By hand &amp; more</abstract>",
  ]);
  const path = `/workspaces/${workspaceOf(type)}/datastores/${String(type.spec["store"])}/featuretypes/${nameOf(type)}`;
  return xml(path, `<featureType>${body}</featureType>`, "PUT");
};

const removing: Draw = (things, chance) => {
  const layers = publishedIn(things).filter(
    ({ by }) => by.kind === "FeatureType" || by.kind === "Coverage",
  );
  const styles = ofKind(things, "Style");
  if (styles.length > 0 && chance.is(0.4)) {
    const style = chance.pick(styles);
    const at = workspaceOf(style);
    return {
      method: "DELETE",
      path: `${at === undefined ? "" : `/workspaces/${at}`}/styles/${nameOf(style)}?recurse=true`,
    };
  }
  if (layers.length === 0) return undefined;
  const { workspace, name } = chance.pick(layers);
  return { method: "DELETE", path: `/layers/${workspace}:${name}?recurse=true` };
};

const ruling: Draw = (things, chance) => {
  const workspaces = ofKind(things, "Workspace");
  if (workspaces.length === 0) return undefined;
  const layers = publishedIn(things).map(({ workspace, name }) => `${workspace}.${name}.r`);
  const key = chance.pick([...workspaces.map((one) => `${nameOf(one)}.*.r`), ...layers]);
  const roles = chance.pick([["ROLE_A"], ["*"], ["ROLE_B"], null]);
  return { rules: "layers", set: { [key]: roles } };
};

const publishing: Draw = (things, chance) => {
  const stores = ofKind(things, "DataStore");
  if (stores.length === 0) return undefined;
  const store = chance.pick(stores);
  const path = `/workspaces/${workspaceOf(store)}/datastores/${nameOf(store)}/featuretypes`;
  return xml(path, `<featureType><name>foreign${chance.below(3)}</name></featureType>`);
};

const grouping: Draw = (things, chance) => {
  const layers = publishedIn(things);
  if (layers.length === 0) return undefined;
  const members = [
    "theirs:theirs",
    ...chance.some(layers, 0.4).map(({ workspace, name }) => `${workspace}:${name}`),
  ];
  const published = members
    .map((name) => `<published type="layer"><name>${name}</name></published>`)
    .join("");
  return xml(
    "/layergroups",
    `<layerGroup><name>foreign${chance.below(3)}</name><publishables>${published}</publishables></layerGroup>`,
  );
};

const setting: Draw = (things, chance) => {
  const workspaces = ofKind(things, "Workspace");
  const service = chance.pick(["wms", "wfs", "wcs"]);
  const enabled = chance.is(0.5);
  if (workspaces.length === 0 || chance.is(0.3))
    return xml(
      "/settings",
      "<global><settings><numDecimals>7</numDecimals></settings></global>",
      "PUT",
    );
  const at = nameOf(chance.pick(workspaces));
  return xml(
    `/services/${service}/workspaces/${at}/settings`,
    `<${service}><enabled>${enabled}</enabled></${service}>`,
    "PUT",
  );
};

const draws: readonly Draw[] = [
  drawing,
  typing,
  typing,
  removing,
  ruling,
  ruling,
  publishing,
  grouping,
  setting,
];

/** Something that others do to what an estate declares, or beside it. */
export function drawEdits(things: readonly Thing[], chance: Chance): readonly Edit[] {
  const wanted = 1 + chance.below(2);
  return Array.from({ length: wanted }, () => chance.pick(draws)(things, chance)).filter(
    (edit) => edit !== undefined,
  );
}
