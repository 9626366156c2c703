/** `/security/masterpw` (docs/interface.md, 4.4). */
import type { Address } from "../../model/address.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { http } from "../../model/limits.ts";
import { reveal, secret } from "../../model/secret.ts";
import { parseKeystorePasswordChange, renderKeystorePassword } from "../../wire/keystore.ts";
import { routePattern } from "../../wire/paths.ts";
import { CatalogError } from "../catalog/errors.ts";
import { nextPassword, putWrappedKey, requirePasswordChange } from "../catalog/keystore.ts";
import type { ServerContext } from "../context.ts";
import { checkPreconditions } from "../plugins/conditional.ts";
import { route } from "../plugins/methods.ts";
import { documentFormatFor, sendDocument } from "../plugins/representation.ts";
import { secretBody } from "../plugins/secret-bodies.ts";
import { change, leave } from "../plugins/unit-of-work.ts";
import { sendDone } from "./created.ts";

const ADDRESS: Address = { kind: "KeystorePassword", workspace: null, name: "keystore" };

/** Registers the route. */
export function keystoreRoutes(app: FastifyInstance, context: ServerContext): void {
  const { keystore, dialect, isKeystoreReadable } = context;
  const options = { bodyLimit: http.documentBytes };
  route(
    app,
    routePattern("keystorePassword"),
    {
      GET: async (request, reply) => {
        if (!isKeystoreReadable) throw notReadable();
        const format = documentFormatFor(request, "json");
        const document = renderKeystorePassword(reveal(await keystore.password()), format);
        // Reads are audited like changes.
        await leave(request, "The audit has no room for who read this", () =>
          change(request, context, async (writer) => writer.leaveTrace()),
        );
        reply.header("Cache-Control", "no-store");
        return sendDocument(request, reply, document, ADDRESS);
      },
      PUT: async (request, reply) => {
        const asked = requirePasswordChange(
          secretBody(request, parseKeystorePasswordChange),
          secret,
        );
        await keystore.replace(
          (current) => nextPassword(current, asked, dialect),
          (key, before) =>
            change(request, context, async (writer) => {
              await checkMatch(request, context);
              await putWrappedKey(writer, key, before);
            }),
        );
        return sendDone(reply);
      },
    },
    options,
  );
}

/** Deviation: keystore-unread. */
function notReadable(): CatalogError {
  return new CatalogError(
    "keystore-not-readable",
    "Reading the keystore password is switched off on this server",
  );
}

/** Unreadable passwords match nothing, so that If-Match cannot be used to guess them. */
function checkMatch(request: FastifyRequest, { keystore, isKeystoreReadable }: ServerContext) {
  return checkPreconditions(request, async () => {
    if (!isKeystoreReadable) return undefined;
    const password = reveal(await keystore.password());
    return {
      of: ADDRESS,
      bodies: (["xml", "json"] as const).map(
        (format) => renderKeystorePassword(password, format).text,
      ),
    };
  });
}
