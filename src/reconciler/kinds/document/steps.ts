/** Requests that create, change and delete documents. */
import type { Address } from "../../../model/address.ts";
import { keptWords, NEVER_SENT, sendable, type KeptSettings } from "../../../wire/kept-settings.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { ifMatch, type WireRequest } from "../../../wire/request.ts";
import { members, type Tree } from "../../../wire/tree.ts";
import { renderXml, type XmlValue } from "../../../wire/xml.ts";
import {
  namesText,
  type Facts,
  type KindContext,
  type Live,
  type Resource,
  type Step,
  type Temporary,
  type UpdateOf,
} from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { carriedIn } from "../published/kept.ts";
import { bodyOf } from "../secrets/body.ts";
import type { DocumentKind, DocumentPayload } from "./contract.ts";
import type { PartHandler, PartHandlers, Members, Written } from "../fields/contract.ts";
import { hiddenMeanwhile } from "./hidden.ts";
import { REFRESH, refreshStep } from "../published/refresh.ts";
import { readDocument } from "./observe.ts";

type Named<Declared> = readonly [name: string, field: PartHandler<Declared>];

/** `from` is the object that the new one continues. */
interface Origin {
  readonly context: KindContext;
  readonly from: Address | undefined;
  /** The settings of `from` as an interrupted run recorded them. */
  readonly carried: Facts | undefined;
}

/** What a server sets by itself is changed afterwards. */
export async function createSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  origin: Origin,
): Promise<readonly Step[]> {
  const { context } = origin;
  const { address, facts } = resource;
  const declared = Object.entries(about.fields()).filter(([name]) => facts[name] !== undefined);
  const { before, kept } = await keptFrom(about, origin);
  const names = new Set(declared.map(([name]) => name));
  const undeclared = Object.entries(kept).filter(([name]) => !names.has(name));
  const namesSystem = names.has("srs") || kept["srs"] !== undefined;
  const unheard = ignoredByPost(about, context, namesSystem);
  const isLate = ([name]: Named<Declared>) => unheard(name, facts[name]);
  const isKeptLate = ([name, value]: readonly [string, XmlValue]) => unheard(name, value);
  const fresh = Object.fromEntries(undeclared.filter((one) => !isKeptLate(one)));
  const heard = declared.filter((field) => !isLate(field));
  const again = Object.fromEntries(undeclared.filter(isKeptLate));
  const initial = {
    ...fresh,
    name: address.name,
    ...about.initial?.(address, [...heard.map(([name]) => name), ...Object.keys(fresh)]),
  };
  const givesBack = givenBack(about, resource, { heard, initial, again, before });
  const created: Step = {
    summary: `create ${about.noun} ${address.name}`,
    request: {
      method: "POST",
      path: about.paths.collection(address, facts),
      mediaType: mediaTypes.xml,
      ...bodyWith(about, resource, {
        fields: heard,
        initial,
        before,
        isNew: before === undefined,
      }),
    },
    ...givesBack,
  };
  // A POST enables the new object.
  const fields = declared.filter(
    (field) => isLate(field) && (field[0] !== "enabled" || facts["enabled"] !== true),
  );
  if (fields.length === 0 && Object.keys(again).length === 0) return [created];
  const base = about.isChangedWhole ? wholeNew(about, resource, { heard, fresh }) : {};
  const last = finishing(about, resource, { fields, again, base });
  return [created, { ...last, ...givesBack }];
}

/** Hides a new object that a manifest disables, or whose predecessor was disabled. */
export async function meanwhile<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { address, facts, payload, brings = [] }: Resource<DocumentPayload<Declared>>,
  origin: Origin,
): Promise<readonly Temporary[]> {
  const { context } = origin;
  if (about.postedEnabled !== true || context.server.software !== "geoserver") return [];
  const { toHide = [] } = payload;
  const { enabled = (await keptFrom(about, origin)).kept["enabled"] } = facts;
  return hiddenMeanwhile(
    address,
    enabled === false || enabled === "false" ? brings : toHide,
    context,
  );
}

/** Needed by kinds whose changes send all members again. */
function wholeNew<Spec, Declared>(
  { initial }: DocumentKind<Spec, Declared>,
  { address, payload: { declared } }: Resource<DocumentPayload<Declared>>,
  { heard, fresh }: { readonly heard: readonly Named<Declared>[]; readonly fresh: KeptSettings },
): Members {
  const written = { declared, before: undefined, secrets: "masked" } as const;
  return { ...fresh, ...initial?.(address, []), ...bodyMembers(heard, written) };
}

/** The members of a new document that no fact shows. */
function givenBack<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  written: {
    readonly heard: readonly Named<Declared>[];
    readonly initial: Members;
    readonly again: KeptSettings;
    readonly before: Tree | undefined;
  },
): Pick<Step, "givesBack"> {
  const { heard, initial, again, before } = written;
  const { address, facts, payload } = resource;
  const own = bodyMembers(heard, { declared: payload.declared, before, secrets: "masked" });
  const keptMembers = new Set(heard.flatMap(([, field]) => field.keptMembers ?? []));
  const isFact = (name: string) =>
    NAMING.has(name) || (name === "enabled" && about.postedEnabled === true);
  const isSet = (name: string) => initial[name] !== undefined || keptMembers.has(name);
  const fields = Object.fromEntries(Object.entries(own).filter(([name]) => isSet(name)));
  const set = Object.entries({ ...initial, ...fields, ...again });
  const settings = Object.fromEntries(
    set.filter(([name]) => !isFact(name) || again[name] !== undefined),
  );
  if (Object.keys(settings).length === 0) return {};
  const path = about.paths.read(address, "xml");
  return { givesBack: { path, writtenAt: about.paths.single(address, facts), settings } };
}

/** The object is found by them. */
const NAMING: ReadonlySet<string> = new Set(["name", "workspace", "store"]);

/** A field that shares members continues from what the others wrote. */
function bodyMembers<Declared>(
  fields: readonly Named<Declared>[],
  written: Written<Declared>,
): Members {
  return fields.reduce<Members>((all, [, field]) => {
    const before = field.shares === true ? mergedWithDeclared(written.before, all) : written.before;
    return { ...all, ...field.body({ ...written, before }) };
  }, {});
}

/** Declared values take precedence over kept ones. */
export function asDeclared<Declared>(
  kept: KeptSettings,
  fields: PartHandlers<Declared>,
  { facts, payload: { declared } }: Resource<DocumentPayload<Declared>>,
  before: Tree,
): KeptSettings {
  const said = Object.entries(fields).filter(([name]) => facts[name] !== undefined);
  const own = bodyMembers(said, { declared, before, secrets: "masked" });
  const all = Object.entries(kept).map(([name, value]) => [name, own[name] ?? value] as const);
  return Object.fromEntries(all);
}

function mergedWithDeclared(document: Tree | undefined, own: Members): Tree | undefined {
  if (Object.keys(own).length === 0) return document;
  return { ...Object.fromEntries(members(document)), ...own };
}

/** What a POST ignores, so that a PUT must set it (docs/compatibility.md). */
function ignoredByPost<Spec, Declared>(
  { postedEnabled, policyFollowsData }: DocumentKind<Spec, Declared>,
  { server }: KindContext,
  namesSystem: boolean,
): (name: string, value: unknown) => boolean {
  const followsData = policyFollowsData === true && server.software === "geoserver" && !namesSystem;
  return (name, value) => {
    if (name === "projectionPolicy") return followsData && value !== "FORCE_DECLARED";
    return name === "enabled" && postedEnabled === true;
  };
}

async function keptFrom<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { context, from, carried }: Origin,
): Promise<{ readonly before: Tree | undefined; readonly kept: KeptSettings }> {
  const found = from && about.keeps && (await readDocument(about, context, from));
  const written = carried && carriedIn(carried);
  const all = found === undefined ? written : about.keeps?.(found.document, context);
  const { enabled, ...kept } = all ?? {};
  const isDisabled = enabled === "false" || enabled === false;
  return {
    before: found?.document ?? written,
    kept: isDisabled ? { ...kept, enabled: "false" } : kept,
  };
}

function finishing<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  given: {
    readonly fields: readonly Named<Declared>[];
    readonly again: KeptSettings;
    readonly base: Members;
  },
): Step {
  const { fields, again, base } = given;
  const step = changing(about, resource, {
    fields,
    again: { ...base, ...again },
    before: undefined,
  });
  const words = keptWords(again);
  if (words.length === 0) return step;
  const name = `${about.noun} ${resource.address.name}`;
  const isDisabling = words.every((word) => word === "enabled") && fields.length === 0;
  return {
    ...step,
    summary: isDisabling
      ? `disable ${name}, as it was`
      : `restore what was set of ${name}: ${words.join(", ")}`,
  };
}

/** Changes only what differs. */
export async function updateSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { resource, live, fields }: UpdateOf<DocumentPayload<Declared>>,
  context: KindContext,
): Promise<readonly Step[]> {
  const changed = Object.entries(about.fields()).filter(([name]) => fields.includes(name));
  // What is only remembered is no part of the document.
  if (changed.length === 0) return [];
  const along = Object.entries(about.fields()).filter(
    ([name, { isAlwaysSaid }]) => isAlwaysSaid === true && !fields.includes(name),
  );
  const isWhole = about.isChangedWhole === true;
  const isUnsaid = along.some(([name]) => resource.facts[name] === undefined);
  const shares = isWhole || isUnsaid || changed.some(([, field]) => field.shares === true);
  const before = shares
    ? (await readDocument(about, context, resource.address))?.document
    : undefined;
  const again = isWhole && before !== undefined ? sendable(before, NEVER_SENT) : {};
  const { summary, request } = changing(about, resource, { fields: changed, along, before, again });
  return [{ summary, request: { ...request, ...ifMatch(live.etag) } }];
}

/** Sent last, when the store opens the new data. */
export async function refreshSteps<Spec, Declared>(
  { refresh, noun, paths }: DocumentKind<Spec, Declared>,
  { resource, fields }: UpdateOf<DocumentPayload<Declared>>,
  context: KindContext,
): Promise<readonly Step[]> {
  if (refresh === undefined || !fields.includes(REFRESH)) return [];
  const { address, facts } = resource;
  const before = (await readDocument({ paths }, context, address))?.document;
  const path = paths.single(address, facts);
  return [refreshStep(resource, { root: refresh.root, noun, path, before })];
}

function changing<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  given: {
    readonly fields: readonly Named<Declared>[];
    /** Fields sent too, as they are or as they are wanted. */
    readonly along?: readonly Named<Declared>[];
    readonly before: Tree | undefined;
    readonly again?: KeptSettings;
  },
): Step {
  const { fields, along = [], before, again = {} } = given;
  const { address, facts } = resource;
  const labels = namesText(
    fields.map(([name]) => name),
    about.fields(),
  );
  const query = Object.assign(
    {},
    ...fields.map(([, field]) => field.query?.({ declared: resource.payload.declared, before })),
  ) as Readonly<Record<string, string>>;
  return {
    summary: `change ${labels} of ${about.noun} ${address.name}`,
    request: {
      method: "PUT",
      path: about.paths.single(address, facts),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      mediaType: mediaTypes.xml,
      ...bodyWith(about, resource, { fields: [...fields, ...along], initial: again, before }),
    },
  };
}

function bodyWith<Spec, Declared>(
  { root }: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  content: {
    readonly fields: readonly Named<Declared>[];
    readonly initial: Members;
    readonly before: Tree | undefined;
    readonly isNew?: boolean;
  },
): Pick<WireRequest, "body" | "confidential"> {
  const { declared, bodyLater } = resource.payload;
  const { fields, initial, before, isNew = false } = content;
  const holds = fields.some(([, field]) => field.holdsSecrets?.({ declared, before }) === true);
  const mayHold = fields.some(([, { secret }]) => secret === true);
  return bodyOf(
    resource,
    (secrets) =>
      renderXml(root, { ...initial, ...bodyMembers(fields, { declared, before, secrets }) }),
    mayHold ? { bodyLater, holds, isNew } : undefined,
  );
}

export function removeSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { address, facts, etag }: Live,
): readonly Step[] {
  const { takes, noun, paths } = about;
  const summary = `delete ${noun} ${address.name}${takes === undefined ? "" : ` with its ${takes}`}`;
  const more = takes === undefined ? {} : { query: { recurse: "true" } };
  return [deletion(summary, paths.single(address, facts), { etag, ...more })];
}
