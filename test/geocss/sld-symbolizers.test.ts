/** What properties become, in SLD written by hand. */
import { describe, expect, test } from "vitest";
import { becomes, block, css, drawn, value } from "../support/styles/sld-stylings.ts";

const { attribute, call, colour, composite, concatenation } = value;
const { environment, name, none, number, symbol, text, url } = value;

const red = colour("#ff0000");
const blue = colour("#0000ff");

describe("lines", () => {
  becomes([
    [
      "a colour and a width in pixels",
      { stroke: red, "stroke-width": number(3, "px") },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-width", 3)}</Stroke></LineSymbolizer>`,
    ],
    [
      "percentages are parts of one",
      { stroke: red, "stroke-opacity": number(30, "%") },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-opacity", 0.3)}</Stroke></LineSymbolizer>`,
    ],
    [
      "ends, corners and dashes",
      {
        stroke: red,
        "stroke-linecap": name("round"),
        "stroke-linejoin": name("bevel"),
        "stroke-dasharray": composite(number(5), number(2, "px")),
        "stroke-dashoffset": number(2),
      },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-linecap", "round")}` +
        `${css("stroke-linejoin", "bevel")}${css("stroke-dasharray", "5 2")}${css("stroke-dashoffset", 2)}</Stroke></LineSymbolizer>`,
    ],
    [
      "one symbolizer per value; what there is one of serves all, what is missing is left out",
      {
        stroke: [red, blue, none, red],
        "stroke-width": [number(5), number(3)],
        "stroke-linecap": name("round"),
      },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-width", 5)}${css("stroke-linecap", "round")}</Stroke></LineSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#0000ff")}${css("stroke-width", 3)}${css("stroke-linecap", "round")}</Stroke></LineSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-linecap", "round")}</Stroke></LineSymbolizer>`,
    ],
    [
      "an offset, and an obstacle",
      { stroke: red, "stroke-offset": number(4), "stroke-label-obstacle": name("true") },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}</Stroke><PerpendicularOffset>4</PerpendicularOffset>
       <VendorOption name="labelObstacle">true</VendorOption></LineSymbolizer>`,
    ],
    [
      "an offset of nothing is none",
      { stroke: red, "stroke-offset": number(0, "px") },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}</Stroke></LineSymbolizer>`,
    ],
    [
      "an image along the line, without what makes a plain line",
      { stroke: url("a.png"), "stroke-mime": text("image/png"), "stroke-width": number(4) },
      `<LineSymbolizer><Stroke><GraphicStroke><Graphic><ExternalGraphic>
         <OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="a.png"/>
         <Format>image/png</Format></ExternalGraphic></Graphic></GraphicStroke></Stroke></LineSymbolizer>`,
    ],
    [
      "a symbol that fills the line, on a colour",
      {
        stroke: composite(symbol("circle"), red),
        "stroke-repeat": name("stipple"),
        "stroke-width": number(4),
        "stroke-size": number(2),
      },
      `<LineSymbolizer><Stroke><GraphicFill><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill/><Stroke/></Mark>
         <Size>2</Size></Graphic></GraphicFill>${css("stroke", "#ff0000")}${css("stroke-width", 4)}</Stroke></LineSymbolizer>`,
    ],
    [
      "widths on the ground keep their unit, pixels and degrees need none",
      { stroke: red, "stroke-width": number(10, "m"), "stroke-offset": number(2, "ft") },
      `<LineSymbolizer><Stroke>${css("stroke", "#ff0000")}${css("stroke-width", "10m")}</Stroke>
       <PerpendicularOffset>2ft</PerpendicularOffset></LineSymbolizer>`,
    ],
    [
      "expressions, functions and variables",
      {
        stroke: call("lighten", blue, number(30, "%")),
        "stroke-width": value.expression({
          type: "arithmetic",
          operator: "*",
          left: { type: "attribute", name: "w" },
          right: { type: "literal", value: 2 },
        }),
        "stroke-opacity": environment("o", number(50, "%")),
        "stroke-dashoffset": environment("wms_scale_denominator"),
      },
      `<LineSymbolizer><Stroke>
        ${css("stroke", '<ogc:Function name="lighten"><ogc:Literal>#0000ff</ogc:Literal><ogc:Literal>0.3</ogc:Literal></ogc:Function>')}
        ${css("stroke-width", "<ogc:Mul><ogc:PropertyName>w</ogc:PropertyName><ogc:Literal>2</ogc:Literal></ogc:Mul>")}
        ${css("stroke-opacity", '<ogc:Function name="env"><ogc:Literal>o</ogc:Literal><ogc:Literal>0.5</ogc:Literal></ogc:Function>')}
        ${css("stroke-dashoffset", '<ogc:Function name="env"><ogc:Literal>wms_scale_denominator</ogc:Literal></ogc:Function>')}
       </Stroke></LineSymbolizer>`,
    ],
  ]);
});

describe("polygons", () => {
  becomes([
    [
      "the outline is part of it",
      { fill: red, "fill-opacity": number(0.5), stroke: blue },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}${css("fill-opacity", 0.5)}</Fill>
       <Stroke>${css("stroke", "#0000ff")}</Stroke></PolygonSymbolizer>`,
    ],
    [
      "two outlines are two polygons",
      { fill: red, stroke: [blue, red] },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><Stroke>${css("stroke", "#0000ff")}</Stroke></PolygonSymbolizer>
       <PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><Stroke>${css("stroke", "#ff0000")}</Stroke></PolygonSymbolizer>`,
    ],
    [
      "fills and outlines in turn are polygons and lines",
      { fill: [red, none], stroke: [none, blue], "fill-geometry": attribute("g") },
      `<PolygonSymbolizer><Geometry><ogc:PropertyName>g</ogc:PropertyName></Geometry><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#0000ff")}</Stroke></LineSymbolizer>`,
    ],
    [
      "an outline without a polygon left for it is a line",
      { fill: [red, blue], stroke: [red, none, blue] },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><Stroke>${css("stroke", "#ff0000")}</Stroke></PolygonSymbolizer>
       <PolygonSymbolizer><Fill>${css("fill", "#0000ff")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#0000ff")}</Stroke></LineSymbolizer>`,
    ],
    [
      "an outline with options is a line",
      { fill: red, stroke: blue, "stroke-label-obstacle": name("true") },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#0000ff")}</Stroke><VendorOption name="labelObstacle">true</VendorOption></LineSymbolizer>`,
    ],
    [
      "an outline with a geometry of its own is a line",
      { fill: red, stroke: blue, "stroke-geometry": attribute("edge") },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Geometry><ogc:PropertyName>edge</ogc:PropertyName></Geometry><Stroke>${css("stroke", "#0000ff")}</Stroke></LineSymbolizer>`,
    ],
    [
      "geometries have the name of their symbolizer; geometry alone is no property",
      { fill: red, geometry: attribute("g"), "mark-geometry": attribute("m") },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>`,
    ],
    [
      "an outline is not moved",
      { fill: red, stroke: blue, "stroke-offset": number(3) },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><Stroke>${css("stroke", "#0000ff")}</Stroke></PolygonSymbolizer>`,
    ],
    [
      "symbols in a fill are moved",
      { fill: symbol("a"), "fill-offset": composite(number(1), number(2)) },
      `<PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>a</WellKnownName><Fill/><Stroke/></Mark>
         <Displacement><DisplacementX>1</DisplacementX><DisplacementY>2</DisplacementY></Displacement></Graphic></GraphicFill></Fill></PolygonSymbolizer>`,
    ],
    [
      "fills in turn with symbols of their own paint",
      { fill: [symbol("a"), symbol("b")] },
      `<PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>a</WellKnownName><Fill>${css("fill", "#ff0000")}</Fill></Mark></Graphic></GraphicFill></Fill></PolygonSymbolizer>
       <PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>b</WellKnownName><Fill>${css("fill", "#0000ff")}</Fill></Mark></Graphic></GraphicFill></Fill></PolygonSymbolizer>`,
      block("fill", { fill: [red, blue] }),
    ],
    [
      "symbols with their own paint, scattered; an option of none is not given",
      {
        fill: symbol("shape://slash"),
        "fill-rotation": number(12, "deg"),
        "graphic-margin": composite(number(1), number(2)),
        "fill-random": name("grid"),
        "fill-random-seed": number(5),
        "fill-random-rotation": none,
      },
      `<PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>shape://slash</WellKnownName>
         <Stroke>${css("stroke", "#0000ff")}</Stroke></Mark><Size>6</Size><Rotation>12</Rotation></Graphic></GraphicFill></Fill>
       <VendorOption name="graphic-margin">1 2</VendorOption><VendorOption name="random">grid</VendorOption>
       <VendorOption name="random-seed">5</VendorOption></PolygonSymbolizer>`,
      block("fill", { size: number(6), stroke: blue }),
    ],
    [
      "blending repeats a symbolizer like any of its values",
      { fill: red, "fill-composite": [name("multiply"), name("xor")] },
      ["multiply", "xor"]
        .map(
          (how) =>
            `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><VendorOption name="composite">${how}</VendorOption></PolygonSymbolizer>`,
        )
        .join(""),
    ],
  ]);
});

describe("points", () => {
  const mark = (what: string, paint = "<Fill/><Stroke/>") =>
    `<Mark><WellKnownName>${what}</WellKnownName>${paint}</Mark>`;
  const point = (inner: string) => `<PointSymbolizer><Graphic>${inner}</Graphic></PointSymbolizer>`;
  becomes([
    ["a symbol has fill and stroke by default", { mark: symbol("circle") }, point(mark("circle"))],
    [
      "a symbol with a fill has no stroke",
      { mark: symbol("circle") },
      point(mark("circle", `<Fill>${css("fill", "#ff0000")}</Fill>`)),
      block("mark", { fill: red }),
    ],
    [
      "the strongest block comes last; what is around the symbol is stronger still",
      { mark: symbol("x"), "mark-size": number(9) },
      point(
        `${mark("x", `<Fill>${css("fill", "#0000ff")}</Fill><Stroke>${css("stroke", "#ff0000")}</Stroke>`)}<Size>9</Size><Rotation>45</Rotation>`,
      ),
      block("mark", { fill: red, size: number(5), rotation: number(45, "deg") }),
      block("symbol", { fill: blue, stroke: red }),
      block("shield", { fill: red }),
    ],
    [
      "blocks of the nth symbol",
      { mark: [symbol("a"), symbol("b")] },
      point(`${mark("a", `<Fill>${css("fill", "#ff0000")}</Fill>`)}<Size>4</Size>`) +
        point(`${mark("b", `<Fill>${css("fill", "#0000ff")}</Fill>`)}<Size>4</Size>`),
      block("mark", { fill: red, size: number(4) }),
      block("mark", { fill: blue }, 2),
    ],
    [
      "values of a block in turn are for one symbol each",
      { mark: [symbol("a"), symbol("b"), symbol("c")] },
      point(
        `${mark("a", `<Fill>${css("fill", "#ff0000")}</Fill><Stroke>${css("stroke", "#0000ff")}</Stroke>`)}<Size>4</Size>`,
      ) +
        point(
          `${mark("b", `<Fill>${css("fill", "#0000ff")}</Fill><Stroke>${css("stroke", "#0000ff")}${css("stroke-width", 2)}</Stroke>`)}<Size>5</Size>`,
        ) +
        point(mark("c", `<Stroke>${css("stroke", "#0000ff")}</Stroke>`)),
      block("mark", {
        fill: [red, blue],
        stroke: blue,
        "stroke-width": [none, number(2)],
        size: [number(4), number(5)],
      }),
    ],
    [
      "a block without paint leaves its symbols unpainted",
      { mark: symbol("a") },
      point(`${mark("a", "")}<Size>10</Size>`),
      block("mark", { size: number(10) }),
    ],
    [
      "a block says nothing of images but what is around them",
      { mark: url("a.png"), "mark-mime": text("image/png"), "mark-opacity": number(0.5) },
      point(
        `<ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="a.png"/>` +
          `<Format>image/png</Format></ExternalGraphic><Opacity>0.5</Opacity>`,
      ),
      block("mark", { size: number(10), rotation: number(20, "deg"), opacity: number(0.2) }),
    ],
    [
      "a paint of none",
      { mark: symbol("a") },
      point(mark("a", `<Stroke>${css("stroke", "#ff0000")}</Stroke>`)),
      block("mark", { fill: none, stroke: red }),
    ],
    [
      "an image, taken for a JPEG, with everything around it",
      {
        mark: url("a.gif"),
        "mark-opacity": number(70, "%"),
        "mark-rotation": attribute("r"),
        "mark-anchor": composite(number(0), number(50, "%")),
        "mark-offset": composite(number(1), number(-2)),
        "mark-label-obstacle": name("true"),
        "mark-geometry": call("centroid", attribute("g")),
      },
      `<PointSymbolizer><Geometry><ogc:Function name="centroid"><ogc:PropertyName>g</ogc:PropertyName></ogc:Function></Geometry>
       <Graphic><ExternalGraphic><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="a.gif"/>
       <Format>image/jpeg</Format></ExternalGraphic><Opacity>0.7</Opacity><Rotation><ogc:PropertyName>r</ogc:PropertyName></Rotation>
       <AnchorPoint><AnchorPointX>0</AnchorPointX><AnchorPointY>0.5</AnchorPointY></AnchorPoint>
       <Displacement><DisplacementX>1</DisplacementX><DisplacementY>-2</DisplacementY></Displacement></Graphic>
       <VendorOption name="labelObstacle">true</VendorOption></PointSymbolizer>`,
    ],
    [
      "a size on the ground that is worked out",
      { mark: symbol("circle"), "mark-size": concatenation(attribute("r"), text("m")) },
      point(`${mark("circle")}<Size><ogc:PropertyName>r</ogc:PropertyName>m</Size>`),
    ],
  ]);
});

test("symbolizers come as polygons, lines, points, labels, rasters", () => {
  const all = drawn({
    "raster-channels": name("auto"),
    label: text("a"),
    mark: symbol("x"),
    stroke: red,
    "stroke-label-obstacle": name("true"),
    fill: red,
  });
  const order = [...all.matchAll(/<(\w+)Symbolizer/g)].map((match) => match[1]);
  expect(order).toEqual(["Polygon", "Line", "Point", "Text", "Raster"]);
});

test("properties that nobody knows are passed over, as stock servers do", () => {
  expect(drawn({ stroke: red, "stroke-colour": blue, else: name("a") })).toBe(
    drawn({ stroke: red }),
  );
});
