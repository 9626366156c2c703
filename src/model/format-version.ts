/** Version of every JSON document that is written for programs; additions raise the second number. */
export const FORMAT_VERSION = "1.0";
