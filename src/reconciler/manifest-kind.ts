/** The manifests of a kind: schema, example and requests. */
import type { z } from "zod";
import type { PathName } from "../wire/paths.ts";

export interface ManifestKind<Spec> {
  readonly kind: string;
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
