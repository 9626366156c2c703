/** What properties of labels and rasters become, in SLD written by hand. */
import { describe, expect, test } from "vitest";
import { becomes, block, css, drawn, value } from "../support/styles/sld-stylings.ts";

const { attribute, call, colour, composite, concatenation } = value;
const { environment, name, none, number, symbol, text } = value;

const red = colour("#ff0000");
const blue = colour("#0000ff");

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
      "a text that breaks a line keeps its blanks whatever ends its lines",
      { label: concatenation(attribute("a"), text("\r\n  "), attribute("b"), text("\r")) },
      `<TextSymbolizer><Label><ogc:PropertyName>a</ogc:PropertyName><![CDATA[\n  ]]><ogc:PropertyName>b</ogc:PropertyName><![CDATA[\n]]></Label><Fill/></TextSymbolizer>`,
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
      "a halo without a radius has none",
      { ...label, "halo-color": blue },
      `<TextSymbolizer>${named}<Halo><Radius>0</Radius><Fill>${css("fill", "#0000ff")}</Fill></Halo><Fill/></TextSymbolizer>`,
    ],
    [
      "a label without an anchor and an offset is not turned",
      { ...label, "label-rotation": number(20) },
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
      "what is moved without an anchor hangs by its lower left corner",
      { ...label, "label-offset": composite(number(0), number(-7)) },
      `<TextSymbolizer>${named}<LabelPlacement><PointPlacement>
        <AnchorPoint><AnchorPointX>0</AnchorPointX><AnchorPointY>0</AnchorPointY></AnchorPoint>
        <Displacement><DisplacementX>0</DisplacementX><DisplacementY>-7</DisplacementY></Displacement>
        </PointPlacement></LabelPlacement><Fill/></TextSymbolizer>`,
    ],
    [
      "so does what is turned, and then a length is no offset from a line",
      { ...label, "label-offset": number(3), "label-rotation": number(20) },
      `<TextSymbolizer>${named}<LabelPlacement><PointPlacement>
        <AnchorPoint><AnchorPointX>0</AnchorPointX><AnchorPointY>0</AnchorPointY></AnchorPoint>
        <Rotation>20</Rotation></PointPlacement></LabelPlacement><Fill/></TextSymbolizer>`,
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
        "shield-margin": number(3),
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
        "raster-contrast-enhancement-max": number(30),
      },
      `<RasterSymbolizer><ColorMap type="intervals"><ColorMapEntry color="#008000" quantity="70"/>
        <ColorMapEntry color="#ff0000" quantity="100" opacity="0.5" label="high"/>
        <ColorMapEntry color="\${env(&apos;c&apos;, &apos;#0000ff&apos;)}" quantity="\${q}"/></ColorMap>
       <ContrastEnhancement><Normalize><VendorOption name="minValue">20</VendorOption><VendorOption name="maxValue">30</VendorOption></Normalize></ContrastEnhancement></RasterSymbolizer>`,
    ],
  ]);

  test.each(["rce", "raster-contrast-enhancement"])(
    "parameters of a contrast have the names that stock servers know: %s",
    (prefix) => {
      const contrast = drawn({
        "raster-channels": name("auto"),
        "raster-contrast-enhancement": name("histogram"),
        [`${prefix}-algorithm`]: name("StretchToMinimumMaximum"),
        [`${prefix}-min`]: number(1),
        [`${prefix}-max`]: number(2),
        [`${prefix}-normalizationfactor`]: number(3),
        [`${prefix}-correctionfactor`]: number(4),
        [`${prefix}-min-value`]: number(9),
      });
      const options = [...contrast.matchAll(/<VendorOption name="(\w+)">([^<]*)/g)];
      expect(
        Object.fromEntries(options.map(([, option = "", value = ""]) => [option, value])),
      ).toEqual({
        algorithm: "StretchToMinimumMaximum",
        minValue: "1",
        maxValue: "2",
        normalizationFactor: "3",
        correctionFactor: "4",
      });
    },
  );

  test("a colour map may be said to be an extended one or not; names for queries are options", () => {
    const map = composite(entry(red, number(1)), entry(blue, number(2)));
    const raster = drawn({
      "raster-channels": name("auto"),
      "raster-color-map": map,
      "raster-color-map-extended": name("true"),
      "raster-label-fi": name("add"),
      "raster-label-name": text("class"),
    });
    expect(raster).toContain('<ColorMap extended="true">');
    expect(raster).toContain('<VendorOption name="labelInFeatureInfo">add</VendorOption>');
    expect(raster).toContain('<VendorOption name="labelAttributeName">class</VendorOption>');
    const many = composite(...Array.from({ length: 300 }, (_unused, at) => entry(red, number(at))));
    const given = { "raster-channels": name("auto"), "raster-color-map-extended": name("false") };
    expect(drawn({ ...given, "raster-color-map": many })).toContain('<ColorMap extended="false">');
  });

  test("a colour map of more than 255 colours is an extended one", () => {
    const map = (count: number) =>
      composite(...Array.from({ length: count }, (_unused, at) => entry(red, number(at))));
    const drawnMap = (count: number) =>
      drawn({ "raster-channels": name("auto"), "raster-color-map": map(count) });
    expect(drawnMap(255)).not.toContain("extended");
    expect(drawnMap(256)).toContain('<ColorMap extended="true">');
  });
});
