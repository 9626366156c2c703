/** Objects without the members that are undefined, as optional members want them. */

/** The members that cannot be undefined, and the others where they are there. */
export type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** The same members in their order, but for those that are undefined. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Defined<Members>;
}
