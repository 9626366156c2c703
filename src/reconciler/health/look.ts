/** What a look at one server works with. */
import type { Address } from "../../model/address.ts";
import type { MapAccount, Views } from "../../model/map-access.ts";
import type { CatalogMode } from "../../model/catalog-mode.ts";
import type { MapRequest } from "../../wire/map-request.ts";
import type { MapResponse } from "../../wire/map-answer.ts";
import type { Reader } from "../../wire/request.ts";
import type { ScalesOf } from "./scales.ts";

/** An account that looks; the first of a list is the one that applies. */
export interface Onlooker extends MapAccount {
  readonly name: string;
}

/** No answer, in words. */
export interface Silent {
  readonly silent: string;
}

/** The map services of a server. Nothing rejects. */
export interface MapServices {
  readonly ask: (request: MapRequest, account: string) => Promise<MapResponse | Silent>;
  readonly stream: (
    request: MapRequest,
    account: string,
    take: (piece: string) => boolean,
  ) => Promise<MapResponse | Silent>;
  readonly sent: () => number;
}

/** Where the services of a workspace are. */
export interface Endpoint {
  /** Undefined for the global endpoint. */
  readonly workspace: string | undefined;
  readonly wms: boolean;
  readonly wfs: boolean;
  /** Whether the services for everybody lack the workspace. */
  readonly isIsolated: boolean;
}

/** What is the same for all layers. */
export interface Look {
  readonly read: Reader;
  readonly services: MapServices;
  readonly accounts: readonly Onlooker[];
  readonly views: Views;
  readonly mode: CatalogMode;
  readonly endpointOf: (workspace: string | null) => Promise<Endpoint>;
  readonly scalesOf: ScalesOf;
  readonly isStoreOn: (store: Address | undefined) => Promise<boolean>;
  /** The address under which the estate declares a store. */
  readonly declaredAs: (store: Address) => Address;
  /** Whether the estate declares a tile layer for it. */
  readonly isTiled: (address: Address) => boolean;
  /** The value of a field as a manifest declares it; undefined where none does. */
  readonly declares: (address: Address, field: string) => unknown;
}
