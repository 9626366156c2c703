/** Users (docs/compatibility.md, "Accounts"). */
import type { Patch } from "./schema.ts";

/** A user as in lists, without a password. */
export interface User {
  readonly userName: string;
  readonly enabled: boolean;
}

/** A change of a user. */
export type UserPatch = Patch<User & { readonly password: string }>;
