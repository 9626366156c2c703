/** Font families in attributes. */

/** A CSS string, without characters that could end the string or the declaration. */
export function familyName(name: string): string {
  return `'${name.replaceAll(/['"\\<>;{}()]/g, "")}'`;
}
