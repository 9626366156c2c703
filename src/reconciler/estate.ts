/** An estate, the catalog it is in as reading commands see it, and what the estate declares. */
import type { AddressMap } from "../model/address-map.ts";
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

/** What an estate is: its manifests, and what it may do. */
export interface Estate {
  readonly name: string;
  readonly paths: readonly string[];
  readonly prune: Prune;
  /** The part of the catalog that the estate owns as a whole, where it prunes its scope. */
  readonly scope?: PruneScope | undefined;
  readonly allow: ReadonlySet<DangerName>;
  /** Values for `${name}` in mappings. */
  readonly mappingProperties?: ReadonlyMap<string, string> | undefined;
  /** Environment that secrets in manifests are taken from. */
  readonly environment?: Environment | undefined;
  /** Milliseconds since 1970, for windows of time; that of the machine when absent. */
  readonly clock?: (() => number) | undefined;
  /** Variables and overlays of the target. */
  readonly expansion?: Expansion | undefined;
  /** Whether secrets may come from commands. */
  readonly allowExec?: boolean | undefined;
  /** What secrets are for; `needed` when absent, so that one that cannot be had is a problem. */
  readonly secrets?: SecretUse | undefined;
  /** What is ignored. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** How much one plan may change; the usual when absent. */
  readonly changeLimits?: ChangeLimits | undefined;
  /** What plans leave as it is, with the reason; it stays owned. */
  readonly skip?: AddressMap<string> | undefined;
  /** The part that commands are about; all of it when absent. */
  readonly selection?: Selection | undefined;
  /** Manifests from standard input, beside those under the paths; none when absent. */
  readonly input?: string | undefined;
  /** Where loads keep what files hold, for the next one; nowhere when absent. */
  readonly cache?: CachePlace | undefined;
  /** The folder that a checkout of the estate brings; files outside of it are warned of. */
  readonly checkout?: string | undefined;
}

/** A catalog as reading commands see it. */
export interface Connection {
  readonly read: Reader;
  readonly server: ServerProfile;
  /** Name of the account that makes the requests. */
  readonly account: string;
  readonly inventory: InventoryStore;
  readonly bodies: BodyStore;
  /** Takes what the server holds in place of files that are wanted. */
  readonly met?: KindContext["met"];
}

/** Loads what an estate declares, without what it ignores. */
export async function loadEstate(estate: Estate, bodies: BodyStore): Promise<Desired> {
  const { mappingProperties, environment, clock, expansion, ignore = [] } = estate;
  const { allowExec, secrets, input, cache, checkout } = estate;
  const common = { mappingProperties, environment, clock, expansion, allowExec, secrets, checkout };
  const options = { bodies, input, cache, ...common };
  const desired = await loadDesired(estate.paths, options);
  const { state, diagnostics } = desired;
  const { resources } = state;
  return {
    ...desired,
    state: { ...state, resources: withoutIgnored(resources, ignore) },
    diagnostics: [...diagnostics, ...declaredAndIgnored(resources, ignore)],
  };
}
