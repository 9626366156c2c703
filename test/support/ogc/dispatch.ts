/** Which service answers a question, and what is said before one does. */
import { mayCall, refusal } from "./access.ts";
import {
  dispatchException,
  OgcException,
  owsException,
  page,
  PageException,
  tileException,
  tilePage,
  wmsException,
  type Answer,
} from "./answer.ts";
import { listCoverages, listMaps, listTypes } from "./capabilities.ts";
import { getCoverage } from "./coverages.ts";
import { describeFeatureType, getFeature } from "./features.ts";
import { getFeatureInfo, getLegend, getMap } from "./map.ts";
import { SPOT } from "./picture.ts";
import type { Door } from "./question.ts";
import { isReadable, type Scene } from "./scene.ts";
import { getTile, listTiles } from "./tiles.ts";

type Operations = Readonly<Record<string, (scene: Scene) => Promise<Answer>>>;

const tileOperations: Operations = { getcapabilities: listTiles, gettile: getTile };

const operations: Readonly<Record<Door, Operations>> = {
  wms: {
    getcapabilities: async (scene) => {
      if (scene.question.parameter("updatesequence") === "129")
        throw new OgcException("WMS capabilities document is current (updateSequence = 129)", {
          code: "CurrentUpdateSequence",
        });
      return listMaps(scene);
    },
    getmap: getMap,
    getlegendgraphic: getLegend,
    getfeatureinfo: getFeatureInfo,
  },
  wfs: {
    getcapabilities: listTypes,
    getfeature: getFeature,
    describefeaturetype: describeFeatureType,
  },
  wcs: {
    getcapabilities: listCoverages,
    getcoverage: (scene) => getCoverage(scene, false),
    describecoverage: (scene) => getCoverage(scene, true),
  },
  wmts: tileOperations,
  "wms-c": tileOperations,
  tms: tileOperations,
};

/** The answer to a question; faults of the test server itself are thrown. */
export async function answerTo(scene: Scene): Promise<Answer> {
  try {
    return (await beforeService(scene)) ?? (await serve(scene));
  } catch (error) {
    if (error instanceof PageException) return page(error);
    if (error instanceof OgcException) return told(scene, error);
    throw error;
  }
}

/** What is said before a service is reached. */
async function beforeService(scene: Scene): Promise<Answer | undefined> {
  const { question, catalog } = scene;
  const { workspace, layer: name, door } = question;
  if (workspace !== undefined && (await catalog.isIsolated(workspace)) === undefined)
    throw new PageException(404);
  if (name !== undefined) {
    const key = `${workspace}:${name}`;
    const found = (await catalog.layer(key)) ?? (await catalog.group(key));
    const isHidden = found !== undefined && !isReadable(scene, found);
    if (found === undefined || (isHidden && scene.access.mode === "HIDE"))
      throw new PageException(404);
  }
  if (door === undefined)
    return dispatchException("No service: ( ows )", "InvalidParameterValue", "service");
  const isOfCache = door === "wmts" || door === "wms-c" || door === "tms";
  const service = isOfCache ? "wmts" : door;
  const { hasGlobalServices } = await catalog.settings();
  if (workspace === undefined && !hasGlobalServices && !isOfCache)
    return dispatchException("No workspace specified", "NoApplicableCode");
  const { isOn, title } = await catalog.service(service, workspace);
  if (!isOn)
    return isOfCache
      ? tilePage(`Service ${title} is disabled`)
      : dispatchException(`Service ${title} is disabled`, "ServiceUnavailable");
  if (!mayCall(scene.access, scene.caller, service, question.operation))
    throw refusal(scene.caller);
  return undefined;
}

async function serve(scene: Scene): Promise<Answer> {
  const { door, operation, version } = scene.question;
  const serves = door === undefined ? undefined : operations[door][operation.toLowerCase()];
  if (serves === undefined)
    throw new OgcException(`No such operation ${door?.toUpperCase()} ${version} ${operation}`, {
      code: "OperationNotSupported",
      locator: operation,
    });
  return serves(scene);
}

function told({ question, base, picture }: Scene, error: OgcException): Answer {
  const { door, version, parameter } = question;
  const inPicture = /(inimage|blank)$/i.exec(parameter("exceptions"))?.[1]?.toLowerCase();
  if (door === "wms" && inPicture !== undefined) {
    const [width, height] = [Number(parameter("width")), Number(parameter("height"))];
    const spots = inPicture === "blank" ? [] : [SPOT];
    const body = picture({ width, height, transparent: true, spots });
    return { status: 200, type: "image/png", body };
  }
  if (door === "wms")
    return wmsException(error, { version, exceptions: parameter("exceptions"), base });
  if (door === "wfs") {
    const json = /json/i.test(parameter("exceptions"));
    const answer = owsException(error, { ows: "/1.1", version: "2.0.0", json });
    // What fails while features are written has the character set of the features.
    const isLate = error.code === undefined && /json/i.test(parameter("outputformat"));
    return isLate ? { ...answer, type: `${answer.type.replace(/;.*/, "")};charset=UTF-8` } : answer;
  }
  if (door === "wcs") return owsException(error, { ows: "/2.0", version: "2.0.0" });
  return tileException(error);
}
