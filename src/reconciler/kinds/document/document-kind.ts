/**
 * Kinds whose objects are one document each: a table of fields, paths and a container
 * (docs/decisions/0021-kinds-of-documents.md).
 */
import { nameProblems } from "../identity/name.ts";
import { workspaceOf } from "../identity/workspace.ts";
import type { Address } from "../../../model/address.ts";
import {
  observing,
  type ArtefactSource,
  type Declared as OtherResources,
  type FieldRule,
  type Kind,
  type Manifest,
  type Resolution,
  type Resource,
} from "../../kind.ts";
import { KIND_MARKER, type DocumentKind, type DocumentPayload } from "./contract.ts";
import { lazy, madeOnce } from "../../lazy.ts";
import { layersToHide } from "./hidden.ts";
import { observeDocument } from "./observe.ts";
import { placedTerms } from "./terms.ts";
import { CARRIED_BEHIND } from "../published/kept.ts";
import { layerScope, storeScope } from "../published/scope.ts";
import { createSteps, meanwhile, refreshSteps, removeSteps, updateSteps } from "./steps.ts";
import { ofIsolated } from "../published/harm.ts";
import { REFRESH, refreshRule } from "../published/refresh.ts";
import { factsOf } from "../fields/setting-fields.ts";

export function documentKind<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
): Kind<Spec, DocumentPayload<Declared>> {
  const { cascades } = about;
  const marker = { onChange: "refuse", label: `type of the ${about.noun}` } as const;
  const fields = madeOnce((): Readonly<Record<string, FieldRule>> => ({
    ...(about.foreign === undefined ? {} : { [KIND_MARKER]: marker }),
    ...about.fields(),
    ...(about.refresh && { [REFRESH]: refreshRule }),
  }));
  return {
    name: about.name,
    manifest: {
      description: about.description,
      workspace: about.workspace ?? "required",
      spec: about.spec,
      example: about.example,
      requests: about.requests,
    },
    weight: about.weight,
    get fields() {
      return fields();
    },
    resolve: (manifest, files) => resolve(about, manifest, files),
    observe: observing((context, one) => observeDocument(about, context, one)),
    ...(about.list === undefined ? {} : { list: about.list }),
    declare: lazy(async () => (await import("./declare.ts")).declareDocuments(about)),
    create: (resource, context, from, carried) =>
      createSteps(about, resource, { context, from, carried }),
    update: async (change, context) => [
      ...(await updateSteps(about, change, context)),
      ...(await refreshSteps(about, change, context)),
    ],
    remove: (live, { hasDependents = false } = {}) =>
      (hasDependents && about.removeWithDependents?.(live)) || removeSteps(about, live),
    review: {
      lint: async (resources, around) => [
        ...(await import("./lint-terms.ts")).lintTerms(
          resources.flatMap(({ payload }) => payload.terms),
        ),
        ...(about.takes === "layer" ? ofIsolated(resources, around) : []),
        ...(about.lint?.(resources, around) ?? []),
      ],
    },
    names: { resolveNames: (resource, others) => amongOthers(about, resource, others) },
    inside: {
      ...(about.contains === undefined ? {} : { contains: about.contains }),
      ...(cascades && {
        cascades: (context, live, declared, departure) =>
          cascades(context, live, declared, { ...departure, fields: about.fields() }),
      }),
    },
    recovery: about.keeps === undefined ? {} : { carries: CARRIED_BEHIND },
    access: {
      exposes: true,
      meanwhile: (resource, context, from, carried) =>
        meanwhile(about, resource, { context, from, carried }),
      scope: about.scope ?? (about.brings === undefined ? storeScope : layerScope),
      ...(about.dangers === undefined ? {} : { dangers: about.dangers }),
    },
    ...(about.reach && { reach: about.reach }),
    answers: about.explain === undefined ? {} : { explain: about.explain },
  };
}

/** Adds what follows from other declared objects. */
function amongOthers<Spec, Declared>(
  { refresh }: DocumentKind<Spec, Declared>,
  resource: Resource<DocumentPayload<Declared>>,
  others: OtherResources,
): Resource<DocumentPayload<Declared>> {
  const { address, payload } = resource;
  const followed = refresh?.facts(address, payload.declared, others) ?? {};
  return {
    ...resource,
    facts: { ...resource.facts, ...followed },
    // The bounds of an object that nobody owned yet are taken as found out.
    assumed: { ...resource.assumed, ...followed },
    payload: { ...payload, toHide: layersToHide(resource, others) },
  };
}

async function resolve<Spec, Declared>(
  about: DocumentKind<Spec, Declared>,
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Resolution<DocumentPayload<Declared>>> {
  const { name, workspace, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const { declared, notGiven = [], diagnostics: found } = await about.read(manifest, files);
  const diagnostics = [...found, ...nameProblems(manifest, about.noun)];
  const address: Address = { kind: about.name, workspace, name };
  const resource = {
    address,
    facts: {
      [KIND_MARKER]: about.noun,
      ...factsOf(about.fields(), (field) => field.wanted(declared)),
    },
    payload: {
      declared,
      bodyLater: files.bodyLater,
      terms: placedTerms(about.terms?.(manifest.spec) ?? [], locate),
    },
    assumed: about.assumed?.(declared) ?? {},
    requires: about.requires?.(address, declared) ?? workspaceOf(address),
    brings: about.brings?.(address) ?? [],
    sets: new Map(about.sets?.(manifest)),
    notGiven,
    where,
  };
  return { resources: [resource], diagnostics };
}
