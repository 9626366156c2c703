/** Families of fonts as attributes name them. */

/** A family as a text of CSS, without what could end it or mean something else than a name. */
export function familyName(name: string): string {
  return `'${name.replaceAll(/['"\\<>;{}()]/g, "")}'`;
}
