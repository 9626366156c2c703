/**
 * What a server shows to its administrator, straight through its door. Answers are kept until a request that
 * may have changed them; who reads after each request reads little then.
 */
import { servicePath } from "../../../src/wire/paths.ts";
import { AUTHORIZATION } from "../../support/servers/catalog.ts";
import type { Exchange } from "./place.ts";

/** A document as it was read. */
export interface Shown {
  readonly status: number;
  readonly text: string;
  /** Whether it lists what is in a folder. */
  readonly isFolder: boolean;
  /** The text as JSON; undefined where it is none. */
  readonly json: unknown;
}

/** Reads documents. */
export interface Door {
  /** A document; undefined where there is none. Throws Error for any other refusal. */
  readonly read: (path: string) => Promise<Shown | undefined>;
  /** Forgets what a request may have changed. */
  readonly forget: (method: string, path: string) => void;
}

/** Documents that change by themselves, and with nothing else. */
const ALONE =
  /^\/(?:layers|settings|services|gwc|resource|styles|urlchecks|logging|security\/acl)\b/;

/** Opens the door of a server. */
export function openDoor(exchange: Exchange): Door {
  const kept = new Map<string, Promise<Shown | undefined>>();
  const read = async (path: string): Promise<Shown | undefined> => {
    const accept = path.startsWith("/resource") ? "*/*" : "application/json, */*";
    const headers = { authorization: AUTHORIZATION, accept };
    const answer = await exchange({
      method: "GET",
      url: servicePath(path),
      headers,
      body: undefined,
    });
    const { status } = answer;
    const text = Buffer.from(answer.body).toString();
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path} is answered with ${status}: ${text}`);
    const isFolder = answer.headers["resource-type"] === "directory";
    return { status, text, isFolder, json: path.endsWith(".json") ? parsed(text) : undefined };
  };
  return {
    read: (path) => {
      const known = kept.get(path) ?? read(path);
      kept.set(path, known);
      return known;
    },
    forget: (method, path) => {
      // Clients may escape colons, and the documents are kept by names as they are.
      const isGone = changedBy(method, decodeURIComponent(path));
      for (const key of kept.keys()) if (isGone(key)) kept.delete(key);
    },
  };
}

/** Which documents a request may change. */
function changedBy(method: string, path: string): (document: string) => boolean {
  if (path.startsWith("/security/acl")) return (document) => document.startsWith("/security/acl");
  if (method === "PUT" && ALONE.test(path)) return (document) => document.startsWith(path);
  const workspace = /^\/workspaces\/([^/.]+)\//.exec(path)?.[1];
  if (method === "DELETE" || workspace === undefined) return () => true;
  const places = [
    `/workspaces/${workspace}/`,
    `/layers/${workspace}:`,
    "/resource",
    "/gwc",
    "/layergroups",
  ];
  return (document) => places.some((place) => document.startsWith(place));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names in a document that lists objects, in whatever order. */
export function namesIn(shown: Shown | undefined): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (typeof value === "object" && value !== null) {
      const { name } = value as { readonly name?: unknown };
      if (typeof name === "string") found.push(name);
      else for (const one of Object.values(value)) walk(one);
    } else if (typeof value === "string" && value !== "") found.push(value);
  };
  walk(shown?.json);
  return found;
}
