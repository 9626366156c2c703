/** Users (docs/compatibility.md, "Accounts"). */
import type { Patch } from "./fields.ts";

/** A user, as lists show one; never a password. */
export interface User {
  readonly userName: string;
  readonly enabled: boolean;
}

/** What a client says of one. */
export type UserPatch = Patch<User & { readonly password: string }>;
