/** What a question meets: the catalog as its caller sees it, with the faults of the test. */
import { mayRead, refusal, type Caller } from "./access.ts";
import type { Access, Catalog, Group, Layer } from "./catalog.ts";
import { effectOf, type Effect, type Faults } from "./faults.ts";
import type { Paint } from "./picture.ts";
import type { Question } from "./question.ts";
import type { Point } from "./window.ts";

/** What REST does not show of a layer that works. */
export interface Trait {
  /** Where its features are, in its declared reference system. */
  readonly at?: Point;
  /** The form of its features; without geometry it draws nothing. */
  readonly shape?: "Point" | "LineString" | "Polygon" | "none";
  /** Denominators between which its style draws; anywhere when absent. */
  readonly scales?: readonly (readonly [from: number, to: number])[];
  /** The largest width of a window that is drawn in time, in units of its reference system. */
  readonly widest?: number;
}

/** What the test says of its server. */
export interface Scenery {
  readonly faults: Faults;
  readonly traits: Record<string, Trait>;
  /** The server has been started anew since the tile layers were made. */
  isRestarted: boolean;
}

/** One question with all that decides its answer. */
export interface Scene {
  readonly question: Question;
  readonly caller: Caller;
  readonly access: Access;
  readonly catalog: Catalog;
  readonly scenery: Scenery;
  /** The address of the server with its prefix. */
  readonly base: string;
  readonly picture: (paint: Paint) => Buffer;
}

/** What is broken of a layer, for the services; with another style than its own where one is asked for. */
export function effectIn(
  { scenery }: Pick<Scene, "scenery">,
  layer: Layer,
  style: string | undefined = layer.style,
): Effect {
  return effectOf(scenery.faults, { ...layer, style });
}

/** A name with its workspace, at the service of a workspace. */
export function keyOf({ workspace }: Question, name: string): string {
  return workspace === undefined || name.includes(":") ? name : `${workspace}:${name}`;
}

/** Whether a service at the address of a question knows what a workspace holds. */
export async function isWithin(
  { catalog, question }: Scene,
  workspace: string | undefined,
): Promise<boolean> {
  if (question.workspace !== undefined) return workspace === question.workspace;
  return workspace === undefined || (await catalog.isIsolated(workspace)) === false;
}

/** Whether somebody may read a layer or a group by itself. */
export function isReadable(
  { access, caller }: Pick<Scene, "access" | "caller">,
  one: Layer | Group,
): boolean {
  return mayRead(access, caller, [one.workspace ?? null, one.name]);
}

/** A layer that a service serves; undefined if it is not there, or off. */
export async function servedLayer(
  scene: Scene,
  key: string,
  service: string,
): Promise<Layer | undefined> {
  const layer = await scene.catalog.layer(key);
  if (layer === undefined || !layer.isOn || layer.disabledServices.has(service)) return undefined;
  const { layer: only } = scene.question;
  if (only !== undefined && layer.name !== only) return undefined;
  return (await isWithin(scene, layer.workspace)) ? layer : undefined;
}

/** A group that a service serves. */
export async function servedGroup(scene: Scene, key: string): Promise<Group | undefined> {
  const group = await scene.catalog.group(key);
  if (group === undefined || !group.isOn) return undefined;
  return (await isWithin(scene, group.workspace)) ? group : undefined;
}

/** Layers of a group that are drawn for the caller; a refusal stops the whole only where the mode is CHALLENGE. */
export async function membersOf(
  scene: Scene,
  group: Group,
  seen: ReadonlySet<string> = new Set(),
): Promise<readonly Layer[]> {
  const parts: (readonly Layer[])[] = [];
  for (const member of group.members) {
    const layer = await servedLayer(scene, member, "wms");
    if (layer !== undefined) {
      const isOpen = isReadable(scene, layer);
      if (!isOpen && scene.access.mode === "CHALLENGE") throw refusal(scene.caller);
      if (isOpen) parts.push([layer]);
    } else if (!seen.has(member)) {
      const inner = await servedGroup(scene, member);
      if (inner !== undefined)
        parts.push(await membersOf(scene, inner, new Set([...seen, member])));
    }
  }
  return parts.flat();
}
