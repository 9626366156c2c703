/** Looks at the map services of a target, for `verify`, `apply --verify` and `watch`. Reads only. */
import type { Address } from "../../../model/address.ts";
import { addressSet, byAddress } from "../../../model/address-map.ts";
import { openMapClient } from "../../../reconciler/client/map-client.ts";
import type { Connection, Estate } from "../../../reconciler/estate.ts";
import type { Onlooker } from "../../../reconciler/health/look.ts";
import {
  rolesOfUser,
  rulesAsDeclared,
  type DeclaredState,
} from "../../../reconciler/health/surroundings.ts";
import { showing } from "../../../reconciler/health/targets.ts";
import { NOBODY, verify } from "../../../reconciler/health/verify.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import type { HealthDocument } from "../../../reconciler/report/documents.ts";
import { healthDocument } from "../../../reconciler/report/health.ts";
import type { Target } from "../../settings/settings.ts";
import type { VerifyAccount } from "../../settings/verify-accounts.ts";

/** What a look is about. */
export interface MapsLook {
  readonly settings: { readonly estate: Pick<Estate, "name"> };
  /** The server, and the account that applies. */
  readonly target: Pick<Target, "url" | "user" | "password" | "ca">;
  readonly connection: Pick<Connection, "read">;
  /** Those that look beside the one that applies and nobody. */
  readonly accounts: readonly VerifyAccount[];
  /** All that the estate declares. */
  readonly declared: DeclaredState;
  /** Objects whose layers are looked at. */
  readonly addresses: readonly Address[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly interrupted?: (() => boolean) | undefined;
}

/** The document of a look. Rejects when the server cannot be read. */
export async function lookAtMaps(look: MapsLook): Promise<HealthDocument> {
  const { target, accounts, addresses, connection } = look;
  const { resources } = look.declared;
  const { read } = connection;
  const own = { name: ownName(target.user), login: target };
  const logins = accounts.map(({ name, ...login }) => ({ name, login }));
  const client = openMapClient({
    url: target.url,
    ca: target.ca,
    accounts: [own, { name: NOBODY.name, login: undefined }, ...logins],
  });
  const onlooker = async ({ name, login }: (typeof logins)[number]): Promise<Onlooker> => {
    return { name, isNobody: false, roles: await rolesOfUser(read, login.user) };
  };
  try {
    const declared = byAddress(resources);
    const chosen = addressSet(addresses);
    const named = new Map(
      resources
        .filter(({ address: { kind } }) => kind === "AppSchemaStore" || kind === "ImageMosaic")
        .map(({ address }) => [`${address.workspace}:${address.name}`, address]),
    );
    const result = await verify({
      read,
      services: client,
      accounts: [
        {
          ...(await onlooker(own)),
          roles: [...(await rolesOfUser(read, target.user)), ADMINISTRATOR],
        },
        NOBODY,
        ...(await Promise.all(logins.map(onlooker))),
      ],
      rules: await rulesAsDeclared(read, look.declared),
      targets: showing(addresses, resources),
      files: resources
        .filter(({ address }) => chosen.has(address))
        .flatMap((resource) =>
          (kinds.get(resource.address.kind)?.drawing?.files(resource) ?? []).map((path) => ({
            address: resource.address,
            path,
          })),
        ),
      declaredAs: (store) => named.get(`${store.workspace}:${store.name}`) ?? store,
      isTiled: ({ workspace, name }) => declared.has({ kind: "TileLayer", workspace, name }),
      declares: (address, field) => declared.get(address)?.facts[field],
      interrupted: look.interrupted ?? (() => false),
    });
    return healthDocument(result, {
      estate: look.settings.estate.name,
      url: target.url,
      at: new Date(look.now).toISOString(),
      diagnostics: [],
      declaredAt: (address) => declared.get(address)?.where,
    });
  } finally {
    await client.close();
  }
}

/** Nobody, who has not logged in, has the name of nobody else. */
function ownName(user: string): string {
  return user === NOBODY.name ? `${user} (the applying account)` : user;
}

/** Who may read the whole catalog over REST is an administrator. */
const ADMINISTRATOR = "ROLE_ADMINISTRATOR";
