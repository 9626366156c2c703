/**
 * Kinds whose objects lie outside of workspaces and are replaced as a whole by a PUT, so undeclared
 * fields are sent as they are. Tile layers use them, and servers delete them without a check.
 */
import type { Address } from "../../../model/address.ts";
import type { CacheNoun } from "../../../model/cache-noun.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { memberOf, type CacheRecord, type CacheValue } from "../../../model/nouns.ts";
import { objectPathTo, pathTo } from "../../../wire/addressing.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { cacheDocument } from "../../../wire/cache-documents.ts";
import { namesAt } from "../../../wire/list.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { ifMatch, type Reader, type WireResponse } from "../../../wire/request.ts";
import { WireError } from "../../../wire/wire-error.ts";
import {
  namesText,
  sameFact,
  type ArtefactSource,
  type Declaration,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Manifest,
  type Resource,
  type Step,
  type WantedObject,
  type Listing,
} from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { goneMeanwhile, declaring } from "../declare/each.ts";
import { nameProblems } from "../identity/name.ts";
import { bodyOf, type Manner } from "../secrets/body.ts";
import { findUsers, isGoing, withUsers, type FindUsers } from "./users.ts";

type WholeManifest<Spec> = NonNullable<Kind<Spec, unknown>["manifest"]>;

/** What differs between such kinds. */
export interface WholeKind<Spec, Payload, Value extends CacheValue> extends Pick<
  Kind<Spec, Payload>,
  "fields" | "access"
> {
  readonly record: CacheRecord;
  readonly noun: CacheNoun<Value, never>;
  readonly manifest: Pick<WholeManifest<Spec>, "description" | "spec" | "example">;
  readonly nameProblem?: (name: string) => string | undefined;
  /** What a resource says beside its name; undefined where the manifest is invalid. */
  readonly read: (
    manifest: Manifest<Spec>,
    files: ArtefactSource,
  ) => Promise<{
    readonly said:
      | Pick<Resource<Payload>, "facts" | "payload" | "assumed" | "notGiven">
      | undefined;
    readonly diagnostics: readonly Diagnostic[];
  }>;
  readonly shown: (address: Address, value: Value, wanted: Facts | undefined) => Facts;
  /** Facts that tell whether an object stays; all by default. */
  readonly decisive?: readonly string[];
  /** What a body holds. */
  readonly value: (
    resource: Resource<Payload>,
    before: Value | undefined,
    secrets: Manner,
  ) => Value;
  /** Set where bodies may hold secrets. */
  readonly secret?: (payload: Payload, before: Value | undefined) => Parameters<typeof bodyOf>[2];
  readonly declare: (address: Address, value: Value) => Declaration;
  /** What of a deletion is worth saying. */
  readonly removal?: string;
}

export function wholeKind<Spec, Payload, Value extends CacheValue>(
  about: WholeKind<Spec, Payload, Value>,
): Kind<Spec, Payload> {
  const { fields, access } = about;
  const { kind, label: noun } = about.noun;
  const { member, find, listing } = reading(about);
  const put = (resource: Resource<Payload>, words: string, before?: Found<Value>): Step => ({
    summary: `${words} ${noun} ${resource.address.name}`,
    request: {
      method: "PUT",
      path: objectPathTo(member, resource.address),
      mediaType: mediaTypes.xml,
      ...bodyWith(about, resource, before?.value),
      ...ifMatch(before?.etag),
    },
  });
  return {
    name: kind,
    manifest: {
      ...about.manifest,
      workspace: "none",
      requests: [`PUT ${member}`, `DELETE ${member}`],
    },
    fields,
    weight: 20,
    resolve: async (manifest, files) => {
      const { said, diagnostics: found } = await about.read(manifest, files);
      const diagnostics = [...nameProblems(manifest, noun, about.nameProblem), ...found];
      if (said === undefined) return { resources: [], diagnostics };
      const address = { kind, workspace: null, name: manifest.name };
      const where = manifest.locate(["metadata", "name"]);
      return { resources: [{ address, requires: [], where, ...said }], diagnostics };
    },
    observe: async (context, wanted) => {
      const users = findUsers(context.read);
      const found = wanted.map(async (one): Promise<Live | undefined> => {
        const there = await find(context.read, one.address.name);
        return there && observed(about, context, { one, users, there });
      });
      return (await Promise.all(found)).filter((one) => one !== undefined);
    },
    list: listing,
    declare: declaring(listing, async ({ read }, address) => {
      const found = await find(read, address.name);
      return found === undefined ? goneMeanwhile(address) : about.declare(address, found.value);
    }),
    create: async (resource) => [put(resource, "create")],
    update: async ({ resource, live: { etag }, fields: changed }, { read }) => {
      const value = (await find(read, resource.address.name))?.value;
      return [put(resource, `change ${namesText(changed, fields)} of`, { value, etag })];
    },
    remove: ({ address, etag }) => {
      const summary = `delete ${noun} ${address.name}${about.removal ?? ""}`;
      return [deletion(summary, objectPathTo(member, address), { etag })];
    },
    ...(access && { access }),
  };
}

function bodyWith<Spec, Payload, Value extends CacheValue>(
  { noun, value, secret }: WholeKind<Spec, Payload, Value>,
  resource: Resource<Payload>,
  before: Value | undefined,
) {
  const { render } = cacheDocument(noun);
  const write = (secrets: Manner) =>
    render(resource.address.name, value(resource, before, secrets), { format: "xml" }).text;
  return bodyOf(resource, write, secret?.(resource.payload, before));
}

interface Found<Value> {
  readonly value: Value | undefined;
  readonly etag: string | undefined;
}

function reading<Spec, Payload, Value extends CacheValue>(about: WholeKind<Spec, Payload, Value>) {
  const { kind, builtIn, label, complete } = about.noun;
  const member = memberOf(about.record);
  const parse = (name: string, response: WireResponse): Value => {
    const { root, content } = documentIn(response);
    const said = cacheDocument(about.noun).read(root, content);
    if (said === undefined)
      throw new WireError("meaningless", `${root} is no type of ${label}s that is known here`);
    const value = complete(name, said as never);
    if (typeof value !== "string") return value;
    throw new WireError("meaningless", `GET ${response.path}: the ${label} ${value}`);
  };
  const find = async (read: Reader, name: string) => {
    const response = await getIfThere(read, objectPathTo(member, { name }, "xml"));
    return response && { value: parse(name, response), etag: response.headers["etag"] };
  };
  const listing: Listing = {
    outside: async ({ read }) => {
      const names = await namesAt(read, pathTo(`${member}s`, {}, "xml"), member);
      const own = names.filter((name) => builtIn?.().has(name) !== true);
      return own.map((name) => ({ kind, workspace: null, name }));
    },
  };
  return { member, find, listing };
}

async function observed<Spec, Payload, Value extends CacheValue>(
  { noun, shown, decisive }: WholeKind<Spec, Payload, Value>,
  context: KindContext,
  {
    one,
    users,
    there: { value, etag },
  }: {
    readonly one: WantedObject<Payload>;
    readonly users: FindUsers;
    readonly there: { readonly value: Value; readonly etag: string | undefined };
  },
): Promise<Live> {
  const { address } = one;
  const facts = shown(address, value, one.facts);
  const isAsWanted = (asked: Facts) =>
    (decisive ?? Object.keys(asked)).every((name) => sameFact(facts[name], asked[name]));
  const using = isGoing(context, one, isAsWanted)
    ? await users((uses) => noun.isUsedBy(uses, address.name))
    : [];
  return { address, facts: withUsers(facts, using), requires: [], etag };
}
