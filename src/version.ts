/** The version of Plumbline, in one place; a test keeps it equal to package.json. */
export const VERSION = "0.1.0";
