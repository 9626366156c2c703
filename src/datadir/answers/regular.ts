/** Responses about regular nouns (`model/noun.ts`). */
import { renderList } from "../../wire/document.ts";
import { objectPath } from "../../wire/paths.ts";
import { renderRegular } from "../../wire/regular.ts";
import type { RegularObjects } from "../load/regular.ts";
import { documentAnswer, type Handler, type Routes } from "./answer.ts";

/** Files hold no dates. */
const DATES = { created: new Date(0).toISOString(), modified: null };

/** Routes of all regular nouns. */
export function regularRoutes(all: readonly RegularObjects[]): Routes {
  return Object.assign({}, ...all.map(routesOf));
}

function routesOf({ noun, objects }: RegularObjects): Routes {
  const { member } = noun;
  const list: Handler = ({ rendering }) => {
    const listed = objects.map(({ name }) => ({ name, path: objectPath(member, { name }) }));
    return documentAnswer(renderList(`${member}s`, member, listed, rendering));
  };
  const one: Handler = ({ parameters, rendering }) => {
    const found = objects.find(({ name }) => name === parameters[member]);
    return found && documentAnswer(renderRegular(noun, { ...found, ...DATES }, rendering));
  };
  return { [`${member}s`]: list, [member]: one };
}
