/** Names of estates, targets and receivers, which appear in paths and flags. */

/** Pattern and error text. */
export const SIMPLE_NAME = [
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  "must begin with a letter or digit and hold only letters, digits, dots, dashes and underscores",
] as const;
