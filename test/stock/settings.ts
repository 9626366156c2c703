/**
 * Settings of the stock server: a body that leaves out the inner settings takes them back to what they are in a new
 * one, and an object that it says is replaced whole.
 */
import { bodyElement, type Call } from "./call.ts";
import { documentOf, DONE, field, type Answer } from "./documents.ts";
import type { Route } from "./routing.ts";
import { elementsOf, innerXml } from "./xml-tree.ts";

/** `/settings`. */
export const settingsRoutes: readonly Route[] = [
  { path: "/settings", GET: getSettings, PUT: putSettings },
];

const ELEMENTS =
  "settings jai coverageAccess metadata featureTypeCacheSize globalServices xmlPostRequestLogBufferSize trailingSlashMatch allowStoredQueriesPerWorkspace resourceErrorHandling".split(
    " ",
  );

const INNER =
  "<contact><id>contact</id></contact><charset>UTF-8</charset><numDecimals>4</numDecimals><verbose>true</verbose><verboseExceptions>false</verboseExceptions><localWorkspaceIncludesPrefix>false</localWorkspaceIncludesPrefix>";

/** Those of a new server. */
export function newSettings(): Map<string, string> {
  return new Map([
    [
      "settings",
      INNER.replace(
        "contact</id>",
        "contact</id><contactPerson>Claudius Ptolomaeus</contactPerson>",
      ),
    ],
    [
      "jai",
      "<allowInterpolation>false</allowInterpolation><recycling>false</recycling><tilePriority>5</tilePriority><tileThreads>7</tileThreads><memoryCapacity>0.5</memoryCapacity><memoryThreshold>0.75</memoryThreshold><imageIOCache>false</imageIOCache>",
    ],
    [
      "coverageAccess",
      "<maxPoolSize>10</maxPoolSize><corePoolSize>5</corePoolSize><keepAliveTime>30000</keepAliveTime><queueType>UNBOUNDED</queueType><imageIOCacheThreshold>10240</imageIOCacheThreshold>",
    ],
    ["featureTypeCacheSize", "0"],
    ["globalServices", "true"],
    ["xmlPostRequestLogBufferSize", "1024"],
  ]);
}

function getSettings(call: Call): Answer {
  const { settings, clock } = call.state;
  const shown = ELEMENTS.map((name) => {
    const inside = settings.get(name);
    const before = name === "featureTypeCacheSize" ? field("updateSequence", clock) : "";
    return `${before}${inside === undefined ? "" : `<${name}>${inside}</${name}>`}`;
  });
  return documentOf(call, `<global>${shown.join("")}</global>`);
}

function putSettings(call: Call): Answer {
  const { settings } = call.state;
  settings.set("settings", INNER);
  settings.set("featureTypeCacheSize", "0");
  for (const element of elementsOf(bodyElement(call, "global")))
    if (ELEMENTS.includes(element.name)) settings.set(element.name, innerXml(element));
  for (const [name, usual] of [
    ["trailingSlashMatch", "true"],
    ["allowStoredQueriesPerWorkspace", "true"],
    ["resourceErrorHandling", "SKIP_MISCONFIGURED_LAYERS"],
  ] as const)
    if (!settings.has(name)) settings.set(name, usual);
  return DONE;
}
