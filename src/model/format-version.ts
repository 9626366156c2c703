/** Version of JSON output; additions raise the minor number. */
export const FORMAT_VERSION = "1.0";
