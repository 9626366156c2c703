/** Environment variables; only `main` reads them from the process. */
export type Environment = Readonly<Record<string, string | undefined>>;
