/** The manifests of a kind: schema, example and requests, and manifests for objects (import). */
import type { Address } from "../model/address.ts";
import type { KindContext } from "./context.ts";
import type { Lifecycle } from "./resource.ts";
import type { z } from "zod";
import type { PathName } from "../wire/paths.ts";

export interface Declaration {
  /** Can differ from the kind in addresses. */
  readonly kind: string;
  readonly workspace: string | null;
  readonly name: string;
  /** The spec as written, without defaults. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** The workspace whose folder holds a manifest without a workspace. */
  readonly home?: string;
  /** By path relative to the manifest. */
  readonly artefacts?: ReadonlyMap<string, Uint8Array>;
  readonly secrets?: readonly DeclaredSecret[];
  /** Properties that no field can express, in words. */
  readonly notes?: readonly string[];
  /** References that do not exist in the source, so no manifest could bring them; in words. */
  readonly missing?: readonly string[];
  readonly lifecycle?: Lifecycle;
  /** As in `Undeclared`. */
  readonly protects?: true;
}

/** An environment variable in place of a secret of the server. */
export interface DeclaredSecret {
  readonly variable: string;
  /** Such as `passwd`. */
  readonly what: string;
}

export interface Undeclared {
  readonly address: Address;
  readonly reason: string;
  /** No manifest is needed: every catalog has it, or it comes with another object. */
  readonly everywhere?: true;
  /** No manifest can hold it, but other manifests may refer to it. */
  readonly referable?: true;
  /** It restricts access to others: without it, some account may do more. */
  readonly protects?: true;
  /** An import leaves it out by its own rule: it is not a problem. */
  readonly onPurpose?: true;
}

export interface Declarations {
  readonly declarations: readonly Declaration[];
  readonly undeclared: readonly Undeclared[];
}

export interface DeclarePlace {
  readonly workspace: string | null;
  readonly workspaces: readonly string[];
  /** Whether documents show only configured values, without those the server calculated. */
  readonly statedOnly: boolean;
  /** A manifest for several objects is not written where only some are requested. */
  readonly selects?: (address: Address) => boolean;
  /** The base name of an object's files in the folder of its manifest. */
  readonly fileName: (name: string) => string;
}

/** Writes manifests for all objects of a kind in a place: the inverse of `resolve`. */
export type Declare = (context: KindContext, place: DeclarePlace) => Promise<Declarations>;

export interface ManifestKind<Spec> {
  /** Where it is another one than in addresses. */
  readonly kind?: string;
  readonly description: string;
  /** Whether `metadata.workspace` is required, optional or refused. */
  readonly workspace: "required" | "optional" | "none";
  /** Whether its single object can have had another name (`metadata.previousName`). */
  readonly hasPreviousName?: true;
  /** The same schema on each call (`madeOnce`), not created where no manifest is read. */
  readonly spec: () => z.ZodType<Spec>;
  /** A valid manifest as users write it, without the envelope. */
  readonly example: ManifestExample;
  /** Requests that create, change and delete what it declares. */
  readonly requests: readonly WriteRequest[];
}

export interface ManifestExample {
  readonly metadata: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** A writing request: its method and the name of its path. */
export type WriteRequest = `${"POST" | "PUT" | "DELETE"} ${PathName}`;
