/** `/logging` (docs/compatibility.md, "Logging"). */
import type { FastifyInstance } from "fastify";
import type { SettingValues } from "../../model/setting.ts";
import { parseLoggingInput, renderLogging } from "../../wire/logging.ts";
import { changeLogging, findLogging } from "../catalog/logging.ts";
import type { ServerContext } from "../context.ts";
import { documentBody } from "../plugins/bodies.ts";
import { reading } from "../plugins/errors.ts";
import { changeDocument, documentRoute, readDocument, type DocumentNoun } from "./documents.ts";

const logging: DocumentNoun<SettingValues> = {
  address: () => ({ kind: "Logging", workspace: null, name: "logging" }),
  find: findLogging,
  render: renderLogging,
};

/** Registers the routes. */
export function loggingRoutes(app: FastifyInstance, context: ServerContext): void {
  documentRoute(app, "logging", {
    GET: readDocument(context, logging),
    PUT: changeDocument(context, logging, {
      parse: (request) => {
        const tree = documentBody(request, "logging");
        return reading("bad-document", "", () => parseLoggingInput(tree));
      },
      run: (writer, input) => changeLogging(writer, context.dialect, input),
    }),
  });
}
