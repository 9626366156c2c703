/** Cascaded stores and layers of the stock server against what such servers were recorded to answer, in order. */
import { expect, test } from "vitest";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { stockServer } from "./server.ts";

const { app } = stockServer({ line: "3.0" });

interface Given {
  readonly type?: string;
  readonly body?: string;
}

type Row = readonly [
  method: "GET" | "PUT" | "POST" | "DELETE",
  path: string,
  Given,
  status: number,
  told: string | RegExp,
];

const none: Given = {};
const xml = (body: string): Given => ({ type: "text/xml", body });

const MAPS = "/workspaces/w1/wmsstores/maps";
const SEA = "/workspaces/w1/wmslayers/sea";

const table: readonly Row[] = [
  ["POST", "/workspaces", xml("<workspace><name>w1</name></workspace>"), 201, "w1"],
  ["GET", "/workspaces/none/wmsstores.json", none, 200, '{"wmsStores":""}'],
  ["GET", `${MAPS}.xml`, none, 404, "No such wms store: w1,maps"],
  ["POST", "/workspaces/w1/wmsstores", xml("<wmsStore><capabilitiesURL>http://a</capabilitiesURL></wmsStore>"), 500, "Store name must not be null"],
  ["POST", "/workspaces/none/wmsstores", xml("<wmsStore><name>q</name></wmsStore>"), 500, "Store must be part of a workspace"],
  ["POST", "/workspaces/w1/wmsstores", xml("<wmsStore><name>maps</name><capabilitiesURL>http://dead.example/wms?</capabilitiesURL></wmsStore>"), 201, "maps"],
  ["POST", "/workspaces/w1/wmsstores", xml("<wmsStore><name>maps</name></wmsStore>"), 500, "Store 'maps' already exists in workspace 'w1'"],
  ["GET", `${MAPS}.xml`, none, 200, /<enabled>true<.*<\/workspace><__default>.*<disableOnConnFailure>false<.*<maxConnections>6<\/maxConnections><readTimeout>60<\/readTimeout><connectTimeout>30<.*<wmslayers>/],
  ["PUT", MAPS, xml("<wmsStore><user>me</user><password>pw</password><headerValue>secret1</headerValue><authKey>secret2</authKey><maxConnections>9</maxConnections></wmsStore>"), 200, ""],
  ["GET", `${MAPS}.xml`, none, 200, /<metadata><entry key="useConnectionPooling">true<.*<user>me<\/user><password>crypt1:.*<headerValue>secret1<\/headerValue><authKey>secret2<\/authKey><maxConnections>9</],
  ["PUT", MAPS, xml("<wmsStore><name>other</name></wmsStore>"), 403, ""],
  ["PUT", MAPS, xml('<wmsStore><user xsi:nil="true"/><password xsi:nil="true"/></wmsStore>'), 200, ""],
  ["GET", `${MAPS}.xml`, none, 200, /^(?!.*<user>|.*<password>).*<headerValue>secret1</],
  ["GET", `${MAPS}/wmslayers/none.xml`, none, 404, "No such cascaded wms: w1,none"],
  ["GET", "/workspaces/none/wmslayers.xml", none, 404, "Could not find workspace none"],
  ["POST", `${MAPS}/wmslayers`, xml("<wmsLayer><name>sea</name><nativeName>topp:sea</nativeName></wmsLayer>"), 201, "sea"],
  ["GET", `${MAPS}/wmslayers/sea.xml`, none, 200, /<title>sea<.*<enabled>true<.*<store class="wmsStore"><name>w1:maps<.*<preferredFormat>image\/png<\/preferredFormat><metadataBBoxRespected>false</],
  ["GET", "/layers/w1:sea.xml", none, 200, /<type>WMS<\/type><defaultStyle><name><\/name>.*<resource class="wmsLayer">/],
  ["PUT", `${MAPS}/wmslayers/sea`, xml("<wmsLayer><title>T</title></wmsLayer>"), 500, /UnsupportedOperationException/],
  ["PUT", SEA, xml("<wmsLayer><title>T2</title></wmsLayer>"), 200, ""],
  ["GET", `${SEA}.xml`, none, 200, /<title>T2<.*<enabled>false<\/enabled><advertised>true</],
  ["DELETE", SEA, none, 403, ""],
  ["DELETE", MAPS, none, 401, ""],
  ["DELETE", `${SEA}?recurse=true`, none, 200, ""],
  ["GET", "/layers/w1:sea.json", none, 404, "No such layer: w1:sea"],
  ["DELETE", `${MAPS}?recurse=true`, none, 200, ""],
  ["DELETE", MAPS, none, 404, "No such wms store: w1,maps"],
];

test.for(table)("%s %s", async ([method, path, { type, body }, status, told]) => {
  const answer = await app.inject({
    method,
    url: `/geoserver/rest${path}`,
    headers: {
      authorization: AUTHORIZATION,
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(answer.statusCode, answer.body).toBe(status);
  if (typeof told === "string") expect(answer.body).toBe(told);
  else expect(answer.body).toMatch(told);
});
