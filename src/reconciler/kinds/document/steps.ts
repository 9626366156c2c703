/** Requests that create documents, change what differs in them, and delete them. */
import type { Address } from "../../../model/address.ts";
import type { KeptSettings } from "../../../wire/kept-settings.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { confidentialIf, ifMatch, type WireRequest } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import type { KindContext, Live, Resource, Step, UpdateOf } from "../../kind.ts";
import type { DocumentKind, DocumentPayload } from "./contract.ts";
import type { DocumentField, Members } from "./fields.ts";
import { hiddenMeanwhile } from "./hidden.ts";
import { readDocument } from "./observe.ts";

type Named<Declared> = readonly [name: string, field: DocumentField<Declared>];

/** Where an object is created, and what it goes on from, if anything. */
interface Origin {
  readonly context: KindContext;
  readonly from: Address | undefined;
}

/**
 * Creates an object, with what somebody had set of the one that it goes on from; what a server sets by
 * itself is changed afterwards.
 */
export async function createSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  { context, from }: Origin,
): Promise<readonly Step[]> {
  const { address, facts } = resource;
  const declared = Object.entries(about.fields).filter(([name]) => facts[name] !== undefined);
  const isLate = ([name]: Named<Declared>) => name === "enabled" && about.postedEnabled === true;
  const { before, kept, isDisabled } = await keptFrom(about, context, from);
  const created: Step = {
    summary: `create ${about.noun} ${address.name}`,
    request: {
      method: "POST",
      path: about.paths.collection(address, facts),
      mediaType: mediaTypes.xml,
      ...bodyOf(about, resource, {
        fields: declared.filter((field) => !isLate(field)),
        initial: { ...kept, name: address.name, ...about.initial?.(address) },
        before,
      }),
    },
  };
  const late = declared.filter(isLate);
  const closes = late.length === 0 ? isDisabled : facts["enabled"] !== true;
  if (!closes) return [created];
  const steps = [
    created,
    late.length === 0
      ? disabling(about, resource)
      : changing(about, resource, { fields: late, before: undefined }),
  ];
  const isSeen = about.brings !== undefined && resource.payload.hasRule !== true;
  return isSeen ? hiddenMeanwhile(address, steps, context) : steps;
}

/** What is said again of the object that another one goes on from. */
async function keptFrom<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  context: KindContext,
  from: Address | undefined,
): Promise<{ before: Tree | undefined; kept: KeptSettings; isDisabled: boolean }> {
  const found = from && about.keeps && (await readDocument(about, context, from));
  if (found === undefined) return { before: undefined, kept: {}, isDisabled: false };
  const { enabled, ...kept } = about.keeps?.(found.document, context) ?? {};
  const isDisabled = enabled === "false" || enabled === false;
  // A new object is enabled by being posted; where it is not, that is said at once.
  const said = about.postedEnabled === true ? {} : { enabled: "false" };
  return { before: found.document, kept: isDisabled ? { ...kept, ...said } : kept, isDisabled };
}

/** Disables what was disabled before it was made anew. */
function disabling<Spec, Declared>(
  { noun, root, paths }: DocumentKind<Spec, Declared>,
  { address, facts }: Resource<DocumentPayload<Declared>>,
): Step {
  return {
    summary: `disable ${noun} ${address.name}, as it was`,
    request: {
      method: "PUT",
      path: paths.single(address, facts),
      mediaType: mediaTypes.xml,
      body: { kind: "text", text: renderXml(root, { enabled: false }) },
    },
  };
}

/** Changes what differs and nothing else. */
export async function updateSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { resource, live, fields }: UpdateOf<DocumentPayload<Declared>>,
  context: KindContext,
): Promise<readonly Step[]> {
  const changed = Object.entries(about.fields).filter(([name]) => fields.includes(name));
  const shares = changed.some(([, field]) => field.shares === true);
  const before = shares
    ? (await readDocument(about, context, resource.address))?.document
    : undefined;
  const { summary, request } = changing(about, resource, { fields: changed, before });
  return [{ summary, request: { ...request, ...ifMatch(live.etag) } }];
}

function changing<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  { fields, before }: { readonly fields: readonly Named<Declared>[]; before: Tree | undefined },
): Step {
  const { address, facts } = resource;
  const labels = [...new Set(fields.map(([, { label }]) => label))].join(", ");
  const query = Object.assign(
    {},
    ...fields.map(([, field]) => field.query?.(resource.payload.declared)),
  ) as Readonly<Record<string, string>>;
  return {
    summary: `change ${labels} of ${about.noun} ${address.name}`,
    request: {
      method: "PUT",
      path: about.paths.single(address, facts),
      ...(Object.keys(query).length === 0 ? {} : { query }),
      mediaType: mediaTypes.xml,
      ...bodyOf(about, resource, { fields, initial: {}, before }),
    },
  };
}

/** A body with some fields; one that may hold secrets is known by what it is with them masked. */
function bodyOf<Spec, Declared>(
  { root }: DocumentKind<Spec, Declared>,
  { address, payload, facts }: Resource<DocumentPayload<Declared>>,
  content: {
    readonly fields: readonly Named<Declared>[];
    readonly initial: Members;
    readonly before: Tree | undefined;
  },
): Pick<WireRequest, "body" | "confidential"> {
  const { declared, bodyLater } = payload;
  const { fields, initial, before } = content;
  const write = (secrets: "written" | "masked") => {
    const own = fields.map(([, field]) => field.body({ declared, before, secrets }));
    return renderXml(root, Object.assign({}, initial, ...own) as Members);
  };
  const masked = write("masked");
  if (!fields.some(([, { secret }]) => secret === true))
    return { body: { kind: "text", text: masked } };
  const holds = fields.some(([, field]) => field.holdsSecrets?.({ declared, before }) === true);
  const body = bodyLater({ address, masked, facts }, () => write("written"));
  return { body, ...confidentialIf(holds) };
}

/** Deletes an object with what it holds. */
export function removeSteps<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  { address, facts, etag }: Live,
): readonly Step[] {
  return [
    {
      summary: `delete ${about.noun} ${address.name} with its ${about.takes}`,
      request: {
        method: "DELETE",
        path: about.paths.single(address, facts),
        query: { recurse: "true" },
        ...ifMatch(etag),
      },
    },
  ];
}
