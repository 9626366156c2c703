/** An estate, its read-only connection to a catalog, and its loading. */
import type { AddressMap, AddressSet } from "../model/address-map.ts";
import type { Environment } from "../model/environment.ts";
import type { Reader } from "../wire/request.ts";
import type { ChangeLimits } from "./engine/plan/change-limits.ts";
import { declaredAndIgnored, withoutIgnored, type IgnoreRule } from "./engine/plan/ignore.ts";
import type { Prune, PruneScope } from "./engine/plan/scope.ts";
import type { Selection } from "./engine/plan/selection.ts";
import type { InventoryStore } from "./inventory/store.ts";
import type { DangerName, KindContext, ServerProfile } from "./kind.ts";
import type { BodyStore } from "./manifest/artefacts.ts";
import type { Expansion } from "./manifest/expand.ts";
import type { CachePlace } from "./manifest/kept/kept-files.ts";
import type { SecretUse } from "./manifest/references.ts";
import { loadDesired, type Desired } from "./manifest/resolve.ts";

/** An estate: its manifests and what its plans may do. */
export interface Estate {
  readonly name: string;
  readonly paths: readonly string[];
  readonly prune: Prune;
  /** The part that the estate owns as a whole, for `prune: scope`. */
  readonly scope?: PruneScope | undefined;
  readonly allow: ReadonlySet<DangerName>;
  /** Values for `${name}` in mappings. */
  readonly mappingProperties?: ReadonlyMap<string, string> | undefined;
  /** Environment for secrets in manifests. */
  readonly environment?: Environment | undefined;
  /** Milliseconds since 1970, for time windows; the machine's clock when absent. */
  readonly clock?: (() => number) | undefined;
  /** Variables and overlays of the target. */
  readonly expansion?: Expansion | undefined;
  readonly allowExec?: boolean | undefined;
  /** When absent `needed`: a missing secret is an error. */
  readonly secrets?: SecretUse | undefined;
  readonly ignore?: readonly IgnoreRule[] | undefined;
  readonly changeLimits?: ChangeLimits | undefined;
  /** Objects to leave unchanged, with the reason; they stay owned. */
  readonly skip?: AddressMap<string> | undefined;
  readonly selection?: Selection | undefined;
  /** Objects to recreate although nothing differs. */
  readonly replace?: AddressSet | undefined;
  /** Manifests from standard input, in addition to `paths`. */
  readonly input?: string | undefined;
  /** Where loads cache file contents, if anywhere. */
  readonly cache?: CachePlace | undefined;
  /** The checkout's folder; files outside of it cause a warning. */
  readonly checkout?: string | undefined;
}

/** A catalog as read-only commands see it. */
export interface Connection {
  readonly read: Reader;
  readonly server: ServerProfile;
  readonly account: string;
  readonly inventory: InventoryStore;
  readonly bodies: BodyStore;
  /** Takes the server's version of files that differ. */
  readonly met?: KindContext["met"];
}

/** Loads what an estate declares, without ignored objects. */
export async function loadEstate(estate: Estate, bodies: BodyStore): Promise<Desired> {
  const { ignore = [] } = estate;
  const desired = await loadDesired(estate.paths, { ...estate, bodies });
  const { state, diagnostics } = desired;
  const { resources } = state;
  return {
    ...desired,
    state: { ...state, resources: withoutIgnored(resources, ignore) },
    diagnostics: [...diagnostics, ...declaredAndIgnored(resources, ignore)],
  };
}
