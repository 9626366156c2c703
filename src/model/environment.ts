/** Environment variables by their names, as a process was given them. Only `main` reads them from the process. */
export type Environment = Readonly<Record<string, string | undefined>>;
