/** Drops undefined members, for exactOptionalPropertyTypes. */

/** Members that can be undefined become optional. */
export type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** Drops undefined members, in order. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Defined<Members>;
}
