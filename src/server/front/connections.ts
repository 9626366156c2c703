/**
 * Which connections are open, and from where. A newcomer gets in as long as anything rests: where its
 * address, or the server, has as many as it may, the connection that rests longest makes room
 * (docs/compatibility.md, "Bounds").
 */
import type { Socket } from "node:net";
import type { HttpLimits } from "../../model/limits.ts";
import { clientAddress, type IsTrusted } from "./address.ts";

/** The connections of one server. */
export interface Connections {
  /** Takes a new connection on; false when there is no room, and none can be made. */
  readonly admit: (socket: Socket) => boolean;
  /** A request of the connection is under way. */
  readonly busy: (socket: Socket) => void;
  /** The connection waits for its client. */
  readonly rest: (socket: Socket) => void;
  /** Ends all of them. */
  readonly destroy: () => void;
  /** Resolves when none is at work. */
  readonly quiet: () => Promise<void>;
  /** How many have come so far. */
  readonly arrivals: () => number;
  readonly counts: () => ConnectionCounts;
}

/** How many connections there are now, and were since the start. */
export interface ConnectionCounts {
  readonly open: number;
  readonly resting: number;
  /** Taken on since the start. */
  readonly admitted: number;
  /** Sent away since the start. */
  readonly refused: number;
  /** Ended since the start, to make room. */
  readonly displaced: number;
}

/** The connections of one client; those that rest are in the order in which they began to. */
interface Client {
  readonly open: Set<Socket>;
  readonly resting: Set<Socket>;
}

/** Nobody is connected. */
export function openConnections(
  { connections: most, addressConnections: mostOfOne }: HttpLimits,
  isTrusted: IsTrusted,
): Connections {
  const clients = new Map<string, Client>();
  const clientOf = new WeakMap<Socket, Client>();
  const { count, notifyQuiet, quiet } = openTally();
  const leave = (socket: Socket, address: string) => {
    const client = clientOf.get(socket);
    if (client?.open.delete(socket) !== true) return;
    if (client.resting.delete(socket)) count.resting--;
    count.open--;
    if (client.open.size === 0) clients.delete(address);
    notifyQuiet();
  };
  const displace = (client: Client | undefined): boolean => {
    const [longest] = client?.resting ?? [];
    if (longest === undefined) return false;
    count.displaced++;
    leave(longest, clientAddress(longest.remoteAddress));
    longest.destroy();
    return true;
  };
  const hasRoom = (client: Client | undefined, address: string | undefined): boolean => {
    const isFull = (client?.open.size ?? 0) >= mostOfOne && !isTrusted(address);
    if (isFull) return displace(client);
    return count.open < most || displace(largest(clients.values()));
  };
  return {
    admit: (socket) => {
      const address = clientAddress(socket.remoteAddress);
      if (!hasRoom(clients.get(address), socket.remoteAddress)) {
        count.refused++;
        return false;
      }
      const client = clients.get(address) ?? { open: new Set(), resting: new Set() };
      clients.set(address, client);
      clientOf.set(socket, client);
      client.open.add(socket);
      client.resting.add(socket);
      count.resting++;
      count.open++;
      count.admitted++;
      socket.once("close", () => leave(socket, address));
      return true;
    },
    busy: (socket) => {
      if (clientOf.get(socket)?.resting.delete(socket) === true) count.resting--;
    },
    rest: (socket) => {
      const client = clientOf.get(socket);
      if (client?.open.has(socket) !== true || client.resting.has(socket)) return;
      client.resting.add(socket);
      count.resting++;
      notifyQuiet();
    },
    quiet,
    destroy: () => {
      for (const { open } of clients.values()) for (const socket of open) socket.destroy();
    },
    arrivals: () => count.admitted + count.refused,
    counts: () => ({ ...count }),
  };
}

/** Counts, and those who wait for none to be at work. */
function openTally() {
  const count = { open: 0, resting: 0, admitted: 0, refused: 0, displaced: 0 };
  const waiting: (() => void)[] = [];
  const notifyQuiet = () => {
    if (count.open === count.resting) for (const notify of waiting.splice(0)) notify();
  };
  const quiet = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      notifyQuiet();
    });
  return { count, notifyQuiet, quiet };
}

/** The client with the most connections, of those of which one rests. */
function largest(clients: Iterable<Client>): Client | undefined {
  let found: Client | undefined;
  for (const client of clients) {
    const isLarger = client.open.size > (found?.open.size ?? 0);
    if (isLarger && client.resting.size > 0) found = client;
  }
  return found;
}
