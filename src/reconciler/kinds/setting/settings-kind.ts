/** Kinds of settings documents: the server's, which cannot be deleted, and those of workspaces. */
import type { Address } from "../../../model/address.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { readSettings } from "../../../wire/setting.ts";
import { didYouMean } from "../../../model/nearest.ts";
import {
  isSet,
  type FactValue,
  type Kind,
  type Live,
  type Manifest,
  type WantedObject,
  observing,
} from "../../kind.ts";
import { deletion } from "../identity/deletion.ts";
import { lazy, madeOnce } from "../../lazy.ts";
import type { KindContext } from "../../kind.ts";
import { shownAddress, shownAddresses } from "../declare/secrets.ts";
import { updateRules } from "../fields/parts.ts";
import { workspaceOf } from "../identity/workspace.ts";
import type { SettingsKind, SettingsPayload } from "./contract.ts";
import { readSettingsDocument } from "./document.ts";
import { factOf, allFacts, shownFact, wantedPart } from "./facts.ts";
import { listingOf } from "./listed.ts";
import { makingAgain } from "./moved.ts";
import { declaredIn, settingsSpec, type SettingsSpec } from "./spec.ts";
import { createSteps, updateSteps } from "./steps.ts";

export function settingsKind(about: SettingsKind): Kind<SettingsSpec, SettingsPayload> {
  const { name: kind, description, workspace, example, requests, weight, table } = about;
  const spec = madeOnce(() => settingsSpec(table));
  const fields = madeOnce(() => updateRules(table));
  return {
    name: kind,
    manifest: {
      description,
      workspace,
      spec,
      example,
      requests,
    },
    weight,
    get fields() {
      return fields();
    },
    resolve: async (manifest, { bodyLater }) => {
      const address = { kind, workspace: manifest.workspace, name: manifest.name };
      const named = about.nameProblems(manifest);
      const diagnostics = named.length > 0 ? named : foreignSettings(about, manifest);
      if (diagnostics.length > 0) return { resources: [], diagnostics };
      const declared = declaredIn(about.place(address).table, manifest.spec);
      const facts = Object.entries(declared).flatMap(([name, value]) => {
        const one = table[name];
        return one === undefined ? [] : [[name, factOf(one, value)] as const];
      });
      const resource = {
        address,
        facts: Object.fromEntries(facts),
        payload: { declared, bodyLater },
        requires: [...workspaceOf(address), ...originOf(about, address)],
        where: manifest.locate(["metadata", "name"]),
      };
      return { resources: [resource], diagnostics };
    },
    observe: observing((context, one) => observe(about, context, one)),
    list: listingOf(about),
    declare: lazy(async () => (await import("./declare.ts")).declareSettings(about)),
    update: (change, context) => updateSteps(about, change, context),
    ...(about.isRemovable === undefined
      ? {}
      : {
          create: (resource, context) => createSteps(about, resource, context),
          remove: ({ address }) =>
            address.workspace === null
              ? []
              : [deletion(`delete ${about.title(address)}`, about.place(address).put)],
          recovery: { reapply: (affected, resource) => makingAgain(about, affected, resource) },
        }),
    access: {
      scope: (address) => ({
        door: "maps",
        ...(address.workspace !== null && { workspace: address.workspace }),
        ...about.scope?.(address),
      }),
      dangers: about.dangers,
    },
  };
}

/** It changes before a workspace's copy of it is created. */
function originOf({ place }: SettingsKind, address: Address): readonly Address[] {
  const { origin } = place(address);
  return origin === undefined ? [] : [origin.address];
}

/** Reports settings that only documents of other names have. */
function foreignSettings(
  { table, place, title, name: kind }: SettingsKind,
  { name, workspace, spec, locate }: Manifest<SettingsSpec>,
): readonly Diagnostic[] {
  const address = { kind, workspace, name };
  const own = place(address).table;
  return Object.keys(declaredIn(table, spec)).flatMap((setting) => {
    if (own[setting] !== undefined) return [];
    const message = `${setting} is no setting of ${title(address)}`;
    const hint = didYouMean(setting, Object.keys(own));
    const where = locate(["spec", ...setting.split(".")]);
    return [fault("manifest-invalid", message, { hint, where })];
  });
}

function withoutSecrets(shown: FactValue, wanted: FactValue): FactValue {
  if (typeof shown === "string") return shownAddress(shown, wanted);
  return isSet(shown) ? shownAddresses(shown, wanted) : shown;
}

async function observe(
  about: SettingsKind,
  context: KindContext,
  { address, facts }: WantedObject<SettingsPayload>,
): Promise<Live | undefined> {
  const found = await readSettingsDocument(about, context, address);
  if (found === undefined) return undefined;
  const { table } = about.place(address);
  const values = readSettings(table, found.document);
  const declared = Object.entries(facts ?? {}).flatMap(([name, wanted]) => {
    const one = table[name];
    if (one === undefined) return [];
    const shown = wantedPart(one, shownFact(one, values[one.path]), wanted);
    return [[name, withoutSecrets(shown, wanted)] as const];
  });
  return {
    address,
    // All facts are read even if only presence is asked: a copy is compared with them.
    facts: { ...allFacts(table, values), ...Object.fromEntries(declared) },
    requires: workspaceOf(address),
    etag: found.etag,
  };
}
