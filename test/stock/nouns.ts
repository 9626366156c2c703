/** The router of nouns: list, get, post, put, delete and reset of the objects of one sort. */
import { bodyElement, param, type Call } from "./call.ts";
import { created, documentOf, DONE, listOf, pathOf, type Answer } from "./documents.ts";
import type { Handler, Route } from "./routing.ts";
import { now } from "./state.ts";
import type { Element } from "./xml-tree.ts";

/** A sort of objects. A member that is absent is a method that no route takes. */
export interface Noun<One> {
  /** Elements of a body, a document and an entry of a list. */
  readonly item: string;
  /** Paths of the list, and the parameter behind them that names one. */
  readonly paths: readonly string[];
  readonly key: string;
  readonly names?: (call: Call) => readonly string[] | Answer;
  /** The path of a link in the list: below the path that was asked for, where nothing is said. */
  readonly at?: (call: Call, name: string) => string;
  /** Another reader of bodies than that of documents. */
  readonly read?: (call: Call) => Element;
  /** The object of the path. The words of the refusal can depend on the method. */
  readonly find: (call: Call) => One;
  /** Makes an object; its name and its path are the answer. */
  readonly post?: (call: Call, body: Element) => Answer | readonly [path: string, name: string];
  readonly show?: (call: Call, one: One) => string | Answer;
  /** Changes an object; it has another date from then on. */
  readonly put?: ((call: Call, one: One, body: Element) => Answer | void) | undefined;
  readonly remove?: ((call: Call, one: One) => Answer | void) | undefined;
  /** Whether the server can be told to forget what it knows of an object. */
  readonly resets?: true | undefined;
}

export function routesOf<One extends object>(noun: Noun<One>): readonly Route[] {
  const { item, key, names, find, post, show, put, remove } = noun;
  const { read = (call: Call) => bodyElement(call, item) } = noun;
  const reset: Handler = (call) => (find(call), DONE);
  return noun.paths.flatMap((path) => {
    const at = noun.at ?? ((call: Call, name: string) => filled(call, path) + pathOf(name));
    const list: Handler | undefined =
      names &&
      ((call) => {
        const own = names(call);
        return "status" in own ? own : listOf(call, item, own, (name) => at(call, name));
      });
    const make: Handler | undefined =
      post &&
      ((call) => {
        const made = post(call, read(call));
        return "status" in made ? made : created(call, ...made);
      });
    const get: Handler | undefined =
      show &&
      ((call) => {
        const shown = show(call, find(call));
        return typeof shown === "string" ? documentOf(call, shown) : shown;
      });
    const change: Handler | undefined =
      put &&
      ((call) => {
        const one = find(call);
        const answer = put(call, one, read(call));
        if ("created" in one) Object.assign(one, { modified: now(call.state) });
        return answer ?? DONE;
      });
    const drop: Handler | undefined = remove && ((call) => remove(call, find(call)) ?? DONE);
    const one = { GET: get, PUT: change, DELETE: drop };
    return [
      { path, ...defined({ GET: list, POST: make }) },
      ...(noun.resets ? [{ path: `${path}/:${key}/reset`, PUT: reset, POST: reset }] : []),
      { path: `${path}/:${key}`, ...defined(one) },
    ];
  });
}

function defined(handlers: Readonly<Record<string, Handler | undefined>>): Omit<Route, "path"> {
  return Object.fromEntries(Object.entries(handlers).filter(([, one]) => one !== undefined));
}

function filled(call: Call, path: string): string {
  const segments = path.split("/").slice(1);
  return pathOf(...segments.map((one) => (one.startsWith(":") ? param(call, one.slice(1)) : one)));
}
