/**
 * Which changes can change what a query gives: a query depends on one name, and the change of a row
 * touches all names that it is in (docs/decisions/0072-kept-answers.md).
 */
import type { Ask, ChangeName, ListedChange, Parameter, QueryName } from "./statements.ts";

/** Kind, workspace and name of a record, or the path of a file, as audit entries hold them. */
export type TouchedRow = readonly string[];

/** The name that every change touches. */
export const ANYTHING = "*";

type Texts = readonly string[];

/** The name that a query depends on; undefined for contents, which are immutable by their digest. */
const dependencies: Readonly<Record<QueryName, (parameters: Texts) => string | undefined>> = {
  record: ([kind, workspace, name]) => nameOf(kind, workspace, name),
  ofKind: ([kind]) => nameOf(kind),
  ofWorkspace: ([kind, workspace]) => nameOf(kind, workspace),
  linked: ([kind]) => nameOf(kind),
  links: ([kind, workspace, name]) => nameOf(kind, workspace, name),
  file: ([path]) => nameOf(FILE, path),
  filesBehind: () => nameOf(FOLDER, ""),
  // Ends behind the last path of a folder (`kysely-reader.ts`).
  filesBetween: ([, end = ""]) => nameOf(FOLDER, end.slice(0, -1)),
  // The meaning of a content does not change; it may only become known.
  identities: ([, end = ""]) => nameOf(FOLDER, end.slice(0, -1)),
  content: () => undefined,
  // They change without a revision.
  session: () => ANYTHING,
  networks: () => ANYTHING,
  auditAfter: () => ANYTHING,
  auditBefore: () => ANYTHING,
};

/** Changes that touch no row: links change together with their record. Any other one needs a line below. */
type Silent = `${string}${"Link" | "Content" | "Identity" | "Session" | "Network"}${"" | "s"}`;
type Touching = Exclude<ChangeName, Silent>;

/** The rows that a change touches. */
const touches: Readonly<Record<Touching, (parameters: Texts) => readonly TouchedRow[]>> = {
  putRecord: (of) => [of.slice(0, 3)],
  removeRecord: (of) => [of],
  moveRecord: ([workspace = "", name = "", ...old]) => [[...old.slice(0, 1), workspace, name], old],
  putFile: (of) => [of.slice(0, 1)],
  moveFile: (paths) => paths.map((path) => [path]),
  removeFile: (of) => [of],
};

/** Adds what each query depends on to `names`; beyond `most`, they depend on every change. */
export function depending(ask: Ask, names: Set<string>, most: number): Ask {
  return (query, ...parameters) => {
    const name = names.size < most ? dependencies[query](parameters as Texts) : ANYTHING;
    if (name !== undefined) names.add(name);
    return ask(query, ...parameters);
  };
}

/** All rows that a list of changes touches. */
export function touchedRows(changes: readonly ListedChange[]): readonly TouchedRow[] {
  return changes.flatMap(([name, parameters]) =>
    name in touches ? touches[name as Touching](parameters as Texts) : [],
  );
}

/** The names that a row is in. */
export function namesOf([first = "", workspace, name]: TouchedRow): readonly string[] {
  if (workspace !== undefined)
    return [nameOf(first), nameOf(first, workspace), nameOf(first, workspace, name)];
  const steps = first.split("/").slice(0, -1);
  const folders = steps.map((_step, at) => nameOf(FOLDER, steps.slice(0, at + 1).join("/")));
  return [nameOf(FILE, first), nameOf(FOLDER, ""), ...folders];
}

const FILE = "file:";
/** All files in a folder, at any depth. */
const FOLDER = "folder:";

function nameOf(...parts: readonly (Parameter | undefined)[]): string {
  return parts.join("\0");
}
