/** What a kind says of its manifests: how they look, and what becomes of them. */
import type { z } from "zod";
import type { PathName } from "../wire/paths.ts";

/** How the manifests of a kind look. */
export interface ManifestKind<Spec> {
  readonly kind: string;
  readonly description: string;
  /** Whether `metadata.workspace` is required, optional or refused. */
  readonly workspace: "required" | "optional" | "none";
  /** Whether its one object may have had another name, which `metadata.previousName` shows. */
  readonly hasPreviousName?: true;
  /** Gives the schema of what is specific to the kind, each time the same (`madeOnce`): who reads no manifest has none made. */
  readonly spec: () => z.ZodType<Spec>;
  /** A manifest as people write it, beside its envelope; it is valid. */
  readonly example: ManifestExample;
  /** Requests that create, change and delete what it declares. */
  readonly requests: readonly WriteRequest[];
}

/** What differs between manifests of a kind. */
export interface ManifestExample {
  readonly metadata: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
}

/** A writing request by its method and the name of its path. */
export type WriteRequest = `${"POST" | "PUT" | "DELETE"} ${PathName}`;
