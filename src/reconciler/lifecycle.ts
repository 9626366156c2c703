/** What manifests say of the life of their objects: how long it is, and how it may be ended. */

/** What a manifest may say of the life of its objects, `metadata.lifecycle` (docs/opinions.md, "Lifecycles"). */
export const lifecycles = ["protect", "ignore", "orphan", "observe"] as const;

/** A lifecycle; most objects have none. */
export type Lifecycle = (typeof lifecycles)[number];

/** What happens where only deletion and recreation would do, `spec.replacePolicy`. */
export const replacePolicies = ["recreate", "fail", "manual"] as const;

/** A policy for recreates; `recreate` where nothing is said. */
export type ReplacePolicy = (typeof replacePolicies)[number];
