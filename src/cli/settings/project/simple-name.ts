/** Names that a project file gives to estates, targets and receivers: they are in paths and flags. */

/** What such a name must be, and how that is said. */
export const SIMPLE_NAME = [
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  "must begin with a letter or digit and hold only letters, digits, dots, dashes and underscores",
] as const;
