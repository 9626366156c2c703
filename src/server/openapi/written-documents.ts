/** Documents that no table describes, as far as the interface defines them. */
import { part } from "../../model/schema.ts";
import { gridSetUsual } from "../../model/grid-set.ts";
import { groupSettings } from "../../model/layer-group.ts";
import { styleFormats } from "../../model/style.ts";
import type { DescribedDocument } from "./schemas.ts";

/** Text and flag fields only; members have no table. */
export const layerGroupDocument: DescribedDocument = {
  root: "layerGroup",
  fields: { name: { type: "text" }, ...groupSettings },
  elements: new Set(),
};

/** The entry of a style, without content. */
export const styleDocument: DescribedDocument = {
  root: "style",
  settings: {
    name: part("text", "name"),
    format: part("text", "format", { usual: "sld", values: Object.keys(styleFormats) }),
    version: part("text", "languageVersion/version", { means: "Version of SLD; 1.0.0 of CSS." }),
    fileName: part("text", "filename", {
      means: "Name of the file with its content, beside the styles of its scope.",
    }),
    "legend.width": part("number", "legend/width", { least: 0, means: "Pixels." }),
    "legend.height": part("number", "legend/height", { least: 0, means: "Pixels." }),
    "legend.format": part("text", "legend/format", { means: "Media type of the picture." }),
    "legend.url": part("text", "legend/onlineResource", {
      means: "Address of the picture, or its path beside the style.",
    }),
    metadata: part("entries", "metadata"),
  },
};

const numbers = { type: "array", items: { type: "number" } } as const;
const texts = { type: "array", items: { type: "string" } } as const;
const count = (usual: number) => ({ type: "integer", minimum: 1, default: usual }) as const;
const flag = (usual: boolean) => ({ type: "boolean", default: usual }) as const;

export const gridSetDocument: DescribedDocument = {
  root: "gridSet",
  properties: {
    name: { type: "string" },
    description: { type: "string" },
    srs: {
      type: "object",
      properties: { number: { type: "integer", description: "An EPSG code" } },
    },
    extent: {
      type: "object",
      properties: { coords: { ...numbers, description: "West, south, east, north" } },
    },
    alignTopLeft: flag(gridSetUsual.alignTopLeft),
    resolutions: { ...numbers, description: "Units per pixel of each level, descending" },
    scaleDenominators: { ...numbers, description: "The levels, if given as scales" },
    levels: { ...count(gridSetUsual.levels), description: "In bodies without a list of levels" },
    metersPerUnit: { type: "number" },
    pixelSize: { type: "number", default: gridSetUsual.pixelSize, description: "Metres" },
    scaleNames: texts,
    tileHeight: count(gridSetUsual.tileHeight),
    tileWidth: count(gridSetUsual.tileWidth),
    yCoordinateFirst: flag(gridSetUsual.yCoordinateFirst),
  },
};

/** Names that a store could publish. */
export const nameListDocument: DescribedDocument = {
  root: "list",
  properties: { string: texts },
};
