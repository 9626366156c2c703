/** What properties become, in SLD written by hand. */
import { describe, expect, test } from "vitest";
import type { PseudoBlock } from "../../src/geocss/styling.ts";
import { block, compact, drawn, value, type Written } from "../support/sld-stylings.ts";

const { attribute, call, colour, composite, concatenation } = value;
const { environment, name, none, number, symbol, text, url } = value;

type Row = readonly [
  what: string,
  written: Written,
  expected: string,
  ...pseudo: readonly PseudoBlock[],
];

function becomes(rows: readonly Row[]): void {
  test.for(rows)("%s", ([, written, expected, ...pseudo]) => {
    expect(drawn(written, ...pseudo)).toBe(compact(expected));
  });
}

const css = (parameter: string, content: string | number) =>
  `<CssParameter name="${parameter}">${content}</CssParameter>`;
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
      "an offset, and an obstacle under its old name",
      { stroke: red, "stroke-offset": number(4), "-gt-stroke-label-obstacle": name("true") },
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
        "stroke-dashoffset": environment("sd"),
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
      "an outline with a geometry of its own is a line; geometry serves both",
      { fill: red, stroke: blue, geometry: attribute("g"), "stroke-geometry": attribute("edge") },
      `<PolygonSymbolizer><Geometry><ogc:PropertyName>g</ogc:PropertyName></Geometry><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Geometry><ogc:PropertyName>edge</ogc:PropertyName></Geometry><Stroke>${css("stroke", "#0000ff")}</Stroke></LineSymbolizer>`,
    ],
    [
      "an outline that is offset is a line",
      { fill: red, stroke: blue, "stroke-offset": number(3) },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill></PolygonSymbolizer>
       <LineSymbolizer><Stroke>${css("stroke", "#0000ff")}</Stroke><PerpendicularOffset>3</PerpendicularOffset></LineSymbolizer>`,
    ],
    [
      "symbols with their own paint, scattered",
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
       <VendorOption name="random-seed">5</VendorOption><VendorOption name="random-rotation">none</VendorOption></PolygonSymbolizer>`,
      block("fill", { size: number(6), stroke: blue }),
    ],
    [
      "blending keeps its comma",
      { fill: red, "fill-composite": [name("multiply"), number(0.5)] },
      `<PolygonSymbolizer><Fill>${css("fill", "#ff0000")}</Fill><VendorOption name="composite">multiply, 0.5</VendorOption></PolygonSymbolizer>`,
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

describe("labels", () => {
  const named = "<Label><ogc:PropertyName>n</ogc:PropertyName></Label>";
  const label = { label: attribute("n") };
  becomes([
    ["a label has a fill", label, `<TextSymbolizer>${named}<Fill/></TextSymbolizer>`],
    [
      "texts and expressions side by side keep their blanks",
      { label: concatenation(attribute("a"), text(" ("), attribute("b"), text(")")) },
      `<TextSymbolizer><Label><ogc:PropertyName>a</ogc:PropertyName><![CDATA[ (]]><ogc:PropertyName>b</ogc:PropertyName>)</Label><Fill/></TextSymbolizer>`,
    ],
    [
      "fonts, halos and paint",
      {
        ...label,
        "font-family": text("Noto Sans"),
        "font-weight": name("bold"),
        "font-size": number(11, "px"),
        "font-fill": red,
        "font-opacity": number(50, "%"),
        "halo-radius": number(2),
        "halo-color": blue,
        "halo-opacity": number(0.7),
      },
      `<TextSymbolizer>${named}<Font>${css("font-family", "Noto Sans")}${css("font-size", 11)}${css("font-weight", "bold")}</Font>
       <Halo><Radius>2</Radius><Fill>${css("fill", "#0000ff")}${css("fill-opacity", 0.7)}</Fill></Halo>
       <Fill>${css("fill", "#ff0000")}${css("fill-opacity", 0.5)}</Fill></TextSymbolizer>`,
    ],
    [
      "several families are one font",
      {
        ...label,
        "font-family": composite(text("Noto Sans"), text("Arial")),
        "font-size": number(9),
      },
      `<TextSymbolizer>${named}<Font>${css("font-family", "Noto Sans")}${css("font-family", "Arial")}${css("font-size", 9)}</Font><Fill/></TextSymbolizer>`,
    ],
    [
      "several families of several sizes are several fonts",
      {
        ...label,
        "font-family": composite(text("a"), text("b"), text("c")),
        "font-size": composite(number(9), number(8)),
        "font-style": name("italic"),
      },
      `<TextSymbolizer>${named}<Font>${css("font-family", "a")}${css("font-size", 9)}${css("font-style", "italic")}</Font>
       <Font>${css("font-family", "b")}${css("font-size", 8)}${css("font-style", "italic")}</Font>
       <Font>${css("font-family", "c")}${css("font-size", 8)}${css("font-style", "italic")}</Font><Fill/></TextSymbolizer>`,
    ],
    [
      "without a radius there is no halo",
      { ...label, "halo-color": blue },
      `<TextSymbolizer>${named}<Fill/></TextSymbolizer>`,
    ],
    [
      "placement about a point",
      {
        ...label,
        "label-anchor": composite(number(50, "%"), number(0)),
        "label-offset": concatenation(number(0), attribute("dy")),
        "label-rotation": number(-45, "deg"),
      },
      `<TextSymbolizer>${named}<LabelPlacement><PointPlacement>
        <AnchorPoint><AnchorPointX>0.5</AnchorPointX><AnchorPointY>0</AnchorPointY></AnchorPoint>
        <Displacement><DisplacementX>0</DisplacementX><DisplacementY><ogc:PropertyName>dy</ogc:PropertyName></DisplacementY></Displacement>
        <Rotation>-45</Rotation></PointPlacement></LabelPlacement><Fill/></TextSymbolizer>`,
    ],
    [
      "placement along a line",
      { ...label, "label-offset": number(7, "px") },
      `<TextSymbolizer>${named}<LabelPlacement><LinePlacement><PerpendicularOffset>7</PerpendicularOffset></LinePlacement></LabelPlacement><Fill/></TextSymbolizer>`,
    ],
    [
      "shields, priorities and options",
      {
        ...label,
        shield: symbol("square"),
        "shield-resize": name("stretch"),
        "-gt-shield-margin": number(3),
        "label-priority": attribute("p"),
        "label-padding": number(5),
        "label-follow-line": name("true"),
        "label-fit-goodness": number(0.5),
      },
      `<TextSymbolizer>${named}<Fill/><Graphic><Mark><WellKnownName>square</WellKnownName><Fill>${css("fill", "#ff0000")}</Fill></Mark></Graphic>
       <Priority><ogc:PropertyName>p</ogc:PropertyName></Priority>
       <VendorOption name="spaceAround">5</VendorOption><VendorOption name="followLine">true</VendorOption>
       <VendorOption name="goodnessOfFit">0.5</VendorOption><VendorOption name="graphic-resize">stretch</VendorOption>
       <VendorOption name="graphic-margin">3</VendorOption></TextSymbolizer>`,
      block("shield", { fill: red }),
    ],
    [
      "one label per value",
      { label: [text("a"), text("b & c")], "font-fill": red },
      `<TextSymbolizer><Label>a</Label><Fill>${css("fill", "#ff0000")}</Fill></TextSymbolizer>
       <TextSymbolizer><Label>b &amp; c</Label><Fill>${css("fill", "#ff0000")}</Fill></TextSymbolizer>`,
    ],
  ]);
});

describe("rasters", () => {
  const entry = (...args: Parameters<typeof call> extends [string, ...infer Rest] ? Rest : never) =>
    call("color-map-entry", ...args);
  becomes([
    ["channels as they come", { "raster-channels": name("auto") }, "<RasterSymbolizer/>"],
    ["the same in quotes", { "raster-channels": text("auto") }, "<RasterSymbolizer/>"],
    [
      "one channel, with its contrast",
      {
        "raster-channels": number(1),
        "raster-contrast-enhancement": name("histogram"),
        "raster-gamma": number(0.5),
        "raster-opacity": number(30, "%"),
      },
      `<RasterSymbolizer><Opacity>0.3</Opacity><ChannelSelection><GrayChannel><SourceChannelName>1</SourceChannelName>
       <ContrastEnhancement><Histogram/><GammaValue>0.5</GammaValue></ContrastEnhancement></GrayChannel></ChannelSelection></RasterSymbolizer>`,
    ],
    [
      "three channels, with a contrast for each",
      {
        "raster-channels": composite(number(3), text("b2"), number(1)),
        "raster-contrast-enhancement": composite(name("normalize"), none, name("histogram")),
      },
      `<RasterSymbolizer><ChannelSelection>
        <RedChannel><SourceChannelName>3</SourceChannelName><ContrastEnhancement><Normalize/></ContrastEnhancement></RedChannel>
        <GreenChannel><SourceChannelName>b2</SourceChannelName></GreenChannel>
        <BlueChannel><SourceChannelName>1</SourceChannelName><ContrastEnhancement><Histogram/></ContrastEnhancement></BlueChannel>
       </ChannelSelection></RasterSymbolizer>`,
    ],
    [
      "a colour map and the parameters of a contrast",
      {
        "raster-channels": name("auto"),
        "raster-color-map": composite(
          entry(colour("#008000"), number(70)),
          entry(red, number(100), number(50, "%"), text("high")),
          entry(environment("c", blue), attribute("q")),
        ),
        "raster-color-map-type": name("intervals"),
        "raster-contrast-enhancement": name("normalize"),
        "rce-min": number(20),
        "-gt-raster-contrast-enhancement-max": number(30),
      },
      `<RasterSymbolizer><ColorMap type="intervals"><ColorMapEntry color="#008000" quantity="70"/>
        <ColorMapEntry color="#ff0000" quantity="100" opacity="0.5" label="high"/>
        <ColorMapEntry color="\${env(&apos;c&apos;, &apos;#0000ff&apos;)}" quantity="\${&quot;q&quot;}"/></ColorMap>
       <ContrastEnhancement><Normalize><VendorOption name="minValue">20</VendorOption><VendorOption name="maxValue">30</VendorOption></Normalize></ContrastEnhancement></RasterSymbolizer>`,
    ],
  ]);

  test("a colour map of more than 255 colours is an extended one", () => {
    const map = (count: number) =>
      composite(...Array.from({ length: count }, (_unused, at) => entry(red, number(at))));
    const drawnMap = (count: number) =>
      drawn({ "raster-channels": name("auto"), "raster-color-map": map(count) });
    expect(drawnMap(255)).not.toContain("extended");
    expect(drawnMap(256)).toContain('<ColorMap extended="true">');
  });
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
  expect(drawn({ stroke: red, "stroke-colour": blue, "-gt-else": name("a") })).toBe(
    drawn({ stroke: red }),
  );
});
