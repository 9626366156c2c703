/** Commits: what people do to an estate between two applies. */
import type { Chance } from "../chance.ts";
import type { Artefact, Thing } from "../history.ts";
import { rolesOfRule, ruleKeys } from "./access-makers.ts";
import { nameOf, ofKind, publishedIn, rolesIn, thing, workspaceOf, type Draft } from "./draft.ts";
import { drawFields, fieldsOf } from "./fields.ts";
import { draftOf, kindsByWeight } from "./makers.ts";
import { mentions, renamed, without } from "./names.ts";
import { GLOBAL, isOf } from "./server-makers.ts";
import { connectionOf } from "./store-makers.ts";

/** An estate after a change, and what was done in words; undefined where there is nothing to do it to. */
type Commit = (
  things: readonly Thing[],
  chance: Chance,
  fresh: Draft["fresh"],
) => Change | undefined;

/** What became of an estate. */
export interface Change {
  readonly about: string;
  readonly things: readonly Thing[];
}

const label = (one: Thing) =>
  `${one.kind}/${[workspaceOf(one), nameOf(one)].filter(Boolean).join(":")}`;

function replaced(things: readonly Thing[], one: Thing, other: Thing): readonly Thing[] {
  return things.map((each) => (each === one ? other : each));
}

/** Fields that say what an object is, and are changed by changes of their own. */
const STRUCTURAL = new Set([
  "store",
  "nativeName",
  "namespace",
  "mapping",
  "definition",
  "source",
  "type",
  "layers",
  "rules",
  "domain",
  "scope",
  "mode",
  "coverages",
  "workspace",
  "current",
  "new",
  "password",
  "roles",
  "srs",
  "extent",
  "resolutions",
  "levels",
  "connectionParameters",
  "defaultStyle",
  "styles",
  "url",
  "capabilitiesUrl",
  "bucket",
  "baseDirectory",
  "secrets",
  "user",
  "granules",
]);

const edit: Commit = (things, chance) => {
  const free = things.filter((one) =>
    fieldsOf(one.kind).some((field) => !isStructural(one, field)),
  );
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const fields = fieldsOf(one.kind).filter((field) => !isStructural(one, field));
  const drawn = Array.from({ length: 8 }, () => drawFields(one.kind, fields, chance)).find(
    (each) => Object.keys(each).length > 0,
  );
  const said = Object.keys(one.spec).filter((field) => fields.includes(field));
  const dropped = new Set(chance.some(said, 0.3));
  const kept = Object.entries(one.spec).filter(([field]) => !dropped.has(field));
  const spec = { ...Object.fromEntries(kept), ...drawn };
  const fieldNames = [...new Set([...dropped, ...Object.keys(drawn ?? {})])];
  return {
    about: `edit ${fieldNames.join(", ")} of ${label(one)}`,
    things: replaced(things, one, { ...one, spec }),
  };
};

function isStructural({ kind, metadata, spec }: Thing, field: string): boolean {
  if (kind === "Service") return !isOf(metadata.name as "wms", field);
  if (kind === "Settings") return metadata.workspace !== undefined && GLOBAL.has(field);
  if (kind === "BlobStore") return field !== "enabled";
  if (kind === "GridSet") return !["description", "alignTopLeft"].includes(field);
  if (kind === "TileLayer") return !["enabled", "gutter"].includes(field);
  if (kind === "Logging" || kind === "DiskQuota") return false;
  return (
    STRUCTURAL.has(field) ||
    (field === "enabled" && kind === "Layer" && spec["enabled"] === undefined)
  );
}

const openOrClose: Commit = (things, chance, fresh) => {
  const rules = ofKind(things, "AccessRules").find(({ spec }) => spec["domain"] === "layers");
  const draft = draftOf(chance, things, fresh);
  if (rules === undefined) {
    const made = draft.make("AccessRules");
    return made && { about: `add ${label(made)}`, things: draft.things };
  }
  const domain = String(rules.spec["domain"]);
  const keys = ruleKeys(draft, domain);
  if (keys.length === 0) return undefined;
  const now = rules.spec["rules"] as Readonly<Record<string, readonly string[]>>;
  const key = chance.pick([...keys, ...Object.keys(now)]);
  const { [key]: was, ...rest } = now;
  const isGone = was !== undefined && Object.keys(rest).length > 0 && chance.is(0.4);
  const next = isGone ? rest : { ...now, [key]: rolesOfRule(draft, domain) };
  const spec = { ...rules.spec, rules: next };
  return {
    about: `${isGone ? "take away" : "set"} rule ${key}`,
    things: replaced(things, rules, { ...rules, spec }),
  };
};

const otherConnection: Commit = (things, chance) => {
  const stores = ofKind(things, "DataStore", "CoverageStore", "WmsStore", "WmtsStore");
  if (stores.length === 0) return undefined;
  const one = chance.pick(stores);
  const spec =
    one.kind === "DataStore"
      ? { ...one.spec, connectionParameters: connectionOf(chance) }
      : one.kind === "CoverageStore"
        ? {
            ...one.spec,
            url: String(one.spec["url"]).replace(/data\/\w/, `data/${chance.pick(["a", "b"])}`),
          }
        : {
            ...one.spec,
            capabilitiesUrl: String(one.spec["capabilitiesUrl"]).replace(
              /\/\/\w+\./,
              `//${chance.pick(["maps", "tiles"])}.`,
            ),
          };
  return {
    about: `other connection of ${label(one)}`,
    things: replaced(things, one, { ...one, spec }),
  };
};

const otherType: Commit = (things, chance) => {
  const stores = ofKind(things, "DataStore").filter(({ spec }) => spec["type"] === "PostGIS");
  if (stores.length === 0) return undefined;
  const one = chance.pick(stores);
  const connectionParameters = { url: "file:data/shapes" };
  const spec = { ...one.spec, type: "Shapefile", connectionParameters };
  return { about: `other type of ${label(one)}`, things: replaced(things, one, { ...one, spec }) };
};

const otherFile: Commit = (things, chance, fresh) => {
  const free = things.filter(({ files }) => Object.keys(files).length > 0);
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const [path, file] = chance.pick(Object.entries(one.files));
  const next = otherArtefact(file, chance, fresh);
  return {
    about: `other ${path} of ${label(one)}`,
    things: replaced(things, one, { ...one, files: { ...one.files, [path]: next } }),
  };
};

/** The same sort of file with something else in it. */
function otherArtefact(file: Artefact, chance: Chance, fresh: Draft["fresh"]): Artefact {
  if ("sld" in file) return { sld: chance.pick(["#000001", "#000002", "#000003"]) };
  if ("css" in file) return { css: chance.pick(["#000001", "#000002", "#000003"]) };
  if ("png" in file) return { png: chance.below(4) };
  if ("raster" in file) return { ...file, bits: 16 };
  if ("indexer" in file) return { indexer: file.indexer.length > 0 ? [] : ["run:String"] };
  if ("text" in file)
    return file.text.startsWith("regex")
      ? { text: "regex=(?<=_)[0-9]{8}\n" }
      : { text: `${file.text}more\n` };
  const { mapping, uri } = file;
  if (chance.is(0.4)) return { mapping, uri, comment: `<!-- ${chance.below(9)} -->` };
  const fewer = mapping.length > 1 && chance.is(0.5);
  return { mapping: fewer ? mapping.slice(1) : [...mapping, `t:${fresh("ty")}`], uri };
}

const otherName: Commit = (things, chance, fresh) => {
  const free = ofKind(things, "Workspace", "Style", "AppSchemaStore", "ImageMosaic");
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const name = nameOf(one);
  const next = fresh(name.replace(/\d+$/, ""));
  const all = things.map((each) => {
    const { kind, metadata, spec, files } = renamed(each, name, next);
    return each === one
      ? thing(kind, { ...metadata, previousName: name }, spec, files)
      : { kind, metadata, spec, files };
  });
  return { about: `rename ${label(one)} to ${next}`, things: all };
};

const otherStore: Commit = (things, chance, fresh) => {
  const free = ofKind(things, "FeatureType", "Coverage", "WmsLayer", "WmtsLayer");
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const store = things.find((each) => nameOf(each) === one.spec["store"]);
  if (store === undefined) return undefined;
  const name = fresh(nameOf(store).replace(/\d+$/, ""));
  const near = ofKind(things, store.kind).filter(
    (each) => each !== store && workspaceOf(each) === workspaceOf(store),
  );
  const isNew = near.length === 0 || chance.is(0.3);
  if (isNew && things.length >= 12) return undefined;
  const next = isNew ? { ...store, metadata: { ...store.metadata, name } } : chance.pick(near);
  const moved = { ...one, spec: { ...one.spec, store: nameOf(next) } };
  const all = withTemplates(replaced(things, one, moved), one, moved);
  return { about: `move ${label(one)} to ${label(next)}`, things: isNew ? [...all, next] : all };
};

/** Templates of what another store publishes from now on lie in the folder of that, where it may have any. */
function withTemplates(things: readonly Thing[], one: Thing, next: Thing): readonly Thing[] {
  const [from, to] = [one, next].map(({ spec, metadata }) => `${spec["store"]}/${metadata.name}/`);
  return things.flatMap((each) => {
    const { name } = each.metadata;
    const isOwn = each.kind === "Template" && workspaceOf(each) === workspaceOf(one);
    if (!isOwn || from === undefined || !name.startsWith(from)) return [each];
    if (next.kind !== "FeatureType" && next.kind !== "Coverage") return [];
    return [{ ...each, metadata: { ...each.metadata, name: `${to}${name.slice(from.length)}` } }];
  });
}

const otherWorkspace: Commit = (things, chance, fresh) => {
  const free = ofKind(
    things,
    "Style",
    "DataStore",
    "CoverageStore",
    "AppSchemaStore",
    "WmsStore",
  ).filter((one) => workspaceOf(one) !== undefined);
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const from = workspaceOf(one) ?? "";
  const draft = draftOf(chance, things, fresh);
  const near = ofKind(things, "Workspace").filter((each) => nameOf(each) !== from);
  const target = near.length > 0 ? chance.pick(near) : draft.make("Workspace");
  if (target === undefined) return undefined;
  const to = nameOf(target);
  const along = new Set([
    nameOf(one),
    ...publishedIn(things)
      .filter(({ by }) => by === one || by.spec["store"] === nameOf(one))
      .map(({ name }) => name),
  ]);
  const all = draft.things.map((each) => {
    let moved: Thing = each;
    for (const name of along) {
      moved = JSON.parse(
        JSON.stringify(moved)
          .replaceAll(`${from}:${name}"`, `${to}:${name}"`)
          .replaceAll(`${from}.${name}.`, `${to}.${name}.`),
      ) as Thing;
    }
    const isInside = along.has(nameOf(each)) || mentionsFolder(each, along);
    if (!isInside || workspaceOf(each) !== from) return moved;
    return { ...moved, metadata: { ...moved.metadata, workspace: to } };
  });
  const uri = String(target.spec["namespace"]);
  return {
    about: `move ${label(one)} to workspace ${to}`,
    things: all.map((each) => inNamespace(each, to, uri)),
  };
};

function mentionsFolder({ kind, metadata }: Thing, along: ReadonlySet<string>): boolean {
  return kind === "Template" && along.has(metadata.name.split("/")[0] ?? "");
}

/** Mappings publish types of the namespace of their workspace. */
function inNamespace(one: Thing, workspace: string, uri: string): Thing {
  if (one.kind !== "AppSchemaStore" || workspaceOf(one) !== workspace) return one;
  const files = Object.entries(one.files).map(
    ([path, file]) => [path, "mapping" in file ? { ...file, uri } : file] as const,
  );
  return { ...one, files: Object.fromEntries(files) };
}

const SORTS = {
  FeatureType: "DataStore",
  Coverage: "CoverageStore",
  WmsLayer: "WmsStore",
  WmtsLayer: "WmtsStore",
} as const;

const otherKind: Commit = (things, chance, fresh) => {
  const free = ofKind(things, ...Object.keys(SORTS));
  if (free.length === 0) return undefined;
  const one = chance.pick(free);
  const kind = chance.pick(
    Object.keys(SORTS).filter((each) => each !== one.kind),
  ) as keyof typeof SORTS;
  const at = workspaceOf(one) ?? "";
  const near = ofKind(things, SORTS[kind]).filter((each) => workspaceOf(each) === at);
  const draft = draftOf(chance, things, fresh);
  const made = near.length > 0 ? chance.pick(near) : draft.make(SORTS[kind]);
  if (made === undefined) return undefined;
  const store = { ...made, metadata: { ...made.metadata, workspace: at } };
  const native = kind === "WmsLayer" || kind === "WmtsLayer" ? { nativeName: "Relief" } : {};
  const next = thing(kind, one.metadata, { store: nameOf(store), ...native });
  const all = draft.things.map((each) => (each === made ? store : each === one ? next : each));
  return { about: `${label(one)} becomes a ${kind}`, things: withTemplates(all, one, next) };
};

const swapRoles: Commit = (things, chance) => {
  const [one, other] = chance.shuffled(rolesIn(things));
  if (one === undefined || other === undefined) return undefined;
  const isUsed = things.some(
    (each) => each.kind !== "Role" && (mentions(each, one) || mentions(each, other)),
  );
  if (!isUsed) return undefined;
  const all = things.map((each) =>
    each.kind === "Role"
      ? each
      : renamed(renamed(renamed(each, one, "ROLE_ASIDE"), other, one), "ROLE_ASIDE", other),
  );
  return { about: `swap ${one} and ${other}`, things: all };
};

const remove: Commit = (things, chance) => {
  if (things.length < 2) return undefined;
  const one = chance.pick(things);
  const isShared = ["Layer", "TileLayer", "Service", "Settings", "Template"].includes(one.kind);
  const left = isShared
    ? things.filter((each) => each !== one)
    : without(
        things.filter((each) => each !== one),
        nameOf(one),
      );
  return left.length === 0 ? undefined : { about: `remove ${label(one)}`, things: left };
};

const add: Commit = (things, chance, fresh) => {
  const draft = draftOf(chance, things, fresh);
  const made = draft.make(chance.pick(kindsByWeight));
  return made && { about: `add ${label(made)}`, things: draft.things };
};

/** Each as often as it stands here. */
const commits: readonly Commit[] = [
  edit,
  edit,
  edit,
  edit,
  openOrClose,
  openOrClose,
  openOrClose,
  otherConnection,
  otherType,
  otherFile,
  otherFile,
  otherName,
  otherStore,
  otherWorkspace,
  otherKind,
  swapRoles,
  remove,
  remove,
  add,
  add,
  add,
];

/** What somebody commits: one to three changes. */
export function drawCommit(
  things: readonly Thing[],
  chance: Chance,
  fresh: Draft["fresh"],
): Change {
  const about: string[] = [];
  let now = chance.is(0.5) ? things.map(withoutFormer) : things;
  const wanted = 1 + chance.below(3);
  for (let tries = 0; tries < 12 && about.length < wanted; tries++) {
    const change = chance.pick(commits)(now, chance, fresh);
    if (change === undefined) continue;
    about.push(change.about);
    now = change.things;
  }
  return { about: about.join("; "), things: now };
}

function withoutFormer(one: Thing): Thing {
  const { previousName: _former, ...metadata } = one.metadata;
  return { ...one, metadata };
}
