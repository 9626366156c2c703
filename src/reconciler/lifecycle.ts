/** Lifecycles and replace policies of manifests. */

/** Values of `metadata.lifecycle` (docs/opinions.md, "Lifecycles"). */
export const lifecycles = ["protect", "ignore", "orphan", "observe"] as const;

export type Lifecycle = (typeof lifecycles)[number];

/** What happens where a change needs deletion and recreation, `spec.replacePolicy`. */
export const replacePolicies = ["recreate", "fail", "manual"] as const;

/** The default is `recreate`. */
export type ReplacePolicy = (typeof replacePolicies)[number];
