/** What symbolizers become in a picture, and what is said of those parts that a picture cannot show. */
import { describe, expect, test } from "vitest";
import { css, drawn, line, paint, point, tilesIn } from "./support.ts";

describe("marks", () => {
  test.for([
    ["circle", "circle"],
    ["Square", "path"],
    ["triangle", "path"],
    ["star", "path"],
    ["cross", "path"],
    ["x", "path"],
    ["shape://times", "path"],
    ["wkt://MULTILINESTRING((-2 -2, 2 2), (0 -2, 4 2))", "path"],
  ] as const)("%s is drawn as a %s", ([name, element]) => {
    const mark = point(
      `<WellKnownName>${name}</WellKnownName>${paint("#ff0000", "#00ff00")}`,
      "<Size>20</Size>",
    );
    const { all, notes } = drawn(mark);
    const shape = all(element).find(({ attributes }) => attributes["stroke"] === "#00ff00");
    expect(shape).toBeDefined();
    expect(notes).toEqual([]);
  });

  test("a letter of a font is drawn as text and said to be one", () => {
    const { all, notes } = drawn(
      point("<WellKnownName>ttf://Webdings#0x0041</WellKnownName><Fill/>"),
    );
    expect(all("text")[0]).toMatchObject({
      text: "A",
      attributes: { "font-family": "'Webdings'" },
    });
    expect(notes).toEqual(["the mark is the letter A of the font Webdings"]);
  });

  test("one that nobody knows is a grey square, and said to be unknown", () => {
    const { all, notes } = drawn(point("<WellKnownName>pin</WellKnownName><Fill/>"));
    expect(all("path")[0]?.attributes).toMatchObject({ fill: "#808080", stroke: "#000000" });
    expect(notes).toEqual([`unknown mark "pin"`]);
  });

  test("size, rotation, opacity, anchor and displacement", () => {
    const rest =
      "<Opacity>0.5</Opacity><Size>20</Size><Rotation>45</Rotation>" +
      "<AnchorPoint><AnchorPointX>0</AnchorPointX><AnchorPointY>0</AnchorPointY></AnchorPoint>" +
      "<Displacement><DisplacementX>3</DisplacementX><DisplacementY>4</DisplacementY></Displacement>";
    const { all } = drawn(point("<WellKnownName>circle</WellKnownName><Fill/>", rest));
    expect(all("circle")[0]?.attributes).toMatchObject({ r: "10", fill: "#808080" });
    const moved = all("g").find(({ attributes }) => attributes["opacity"] === "0.5");
    // By its lower left corner on the place, which is to the right and up, and from there by 3 and 4.
    expect(moved?.attributes["transform"]).toBe("translate(13 -14) rotate(45)");
  });

  test("what is larger than a picture is drawn smaller, and said to be", () => {
    const { all, notes } = drawn(
      point("<WellKnownName>circle</WellKnownName><Fill/>", "<Size>128</Size>"),
    );
    expect(all("circle")[0]?.attributes["r"]).toBe("32");
    expect(notes).toEqual(["drawn at 50 % of its size"]);
  });
});

describe("images", () => {
  const graphic =
    '<Graphic><ExternalGraphic><OnlineResource xlink:href="a/stop.png"/><Format>image/png</Format></ExternalGraphic><Size>20</Size></Graphic>';
  const symbolizer = `<PointSymbolizer>${graphic}</PointSymbolizer>`;

  test("one that the caller has is in the picture, in its own proportions", () => {
    const given = { address: "data:image/png;base64,AAAA", width: 40, height: 20 };
    const { all, notes, details } = drawn(symbolizer, new Map([["a/stop.png", given]]));
    const [image] = all("image");
    expect(all("use")[0]?.attributes).toEqual({ href: `#${image?.attributes["id"]}` });
    expect(image?.attributes).toEqual({
      id: expect.any(String) as string,
      href: "data:image/png;base64,AAAA",
      x: "-20",
      y: "-10",
      width: "40",
      height: "20",
    });
    expect(notes).toEqual([]);
    expect(details).toContain("the image is a/stop.png");
  });

  test("one along a line is in the page once", () => {
    const image = { address: "data:image/png;base64,AAAA", width: 8, height: 8 };
    const stroke =
      '<GraphicStroke><Graphic><ExternalGraphic><OnlineResource xlink:href="dot.png"/><Format>image/png</Format></ExternalGraphic></Graphic></GraphicStroke>';
    const { all } = drawn(line(stroke), new Map([["dot.png", image]]));
    expect(all("image").length).toBe(1);
    expect(all("use").length).toBeGreaterThan(5);
  });

  test.for([
    ["a point", symbolizer, 1],
    [
      "an area",
      `<PolygonSymbolizer><Fill><GraphicFill>${graphic}</GraphicFill></Fill></PolygonSymbolizer>`,
      1,
    ],
    ["a line", line(`<GraphicStroke>${graphic}</GraphicStroke>`), 5],
  ] as const)(
    "one that is not at hand is a crossed box in %s, and said to be missing",
    ([, given, most]) => {
      const { all, notes } = drawn(given);
      expect(all("image")).toEqual([]);
      const boxes = all("g").filter(({ attributes }) => attributes["class"] === "missing");
      expect(boxes.length).toBeGreaterThanOrEqual(most);
      expect(boxes[0]?.children.map(({ name, attributes }) => [name, attributes["width"]])).toEqual(
        [
          ["rect", "20"],
          ["path", undefined],
        ],
      );
      expect(notes).toEqual(["image a/stop.png is missing"]);
    },
  );

  test("a mark that stands behind one that is not at hand is drawn in its place", () => {
    const mark = "<Mark><WellKnownName>circle</WellKnownName><Fill/></Mark><Size>";
    const { all, notes } = drawn(symbolizer.replace("<Size>", mark));
    expect(all("circle")).toHaveLength(1);
    expect(all("g").some(({ attributes }) => attributes["class"] === "missing")).toBe(false);
    expect(notes).toEqual(["image a/stop.png is missing"]);
  });
});

describe("lines", () => {
  test("colour, width, dashes, ends and corners", () => {
    const stroke = [
      css("stroke", "#AA3333"),
      css("stroke-width", "4"),
      css("stroke-opacity", "0.5"),
      css("stroke-dasharray", "5 2"),
      css("stroke-dashoffset", "3"),
      css("stroke-linecap", "round"),
      css("stroke-linejoin", "bevel"),
    ];
    expect(drawn(line(stroke.join(""))).all("path")[0]?.attributes).toMatchObject({
      fill: "none",
      stroke: "#aa3333",
      "stroke-width": "4",
      "stroke-opacity": "0.5",
      "stroke-dasharray": "5 2",
      "stroke-dashoffset": "3",
      "stroke-linecap": "round",
      "stroke-linejoin": "bevel",
    });
  });

  test("an offset moves the line to the left of its direction", () => {
    const plain = drawn(line("")).all("path")[0]?.attributes["d"] ?? "";
    const moved = drawn(line("", "<PerpendicularOffset>5</PerpendicularOffset>"));
    const first = (data: string) => data.slice(1).split("L")[0]?.split(" ").map(Number) ?? [];
    const [x = 0, y = 0] = first(plain);
    const [left = 0, up = 0] = first(moved.all("path")[0]?.attributes["d"] ?? "");
    // The line begins upwards to the right, so its left is to the left and up.
    expect(left).toBeLessThan(x);
    expect(up).toBeLessThan(y);
    expect(Math.hypot(left - x, up - y)).toBeCloseTo(5, 1);
  });

  test("graphics along a line are turned with it; what the line says beside is told", () => {
    const mark = `<Graphic><Mark><WellKnownName>circle</WellKnownName><Fill/></Mark><Size>10</Size></Graphic>`;
    const { all, notes } = drawn(
      line(`<GraphicStroke>${mark}</GraphicStroke>${css("stroke", "#ff0000")}`),
    );
    expect(all("circle").length).toBeGreaterThan(10);
    const turned = all("g").filter(({ attributes }) =>
      /rotate\(-/.test(attributes["transform"] ?? ""),
    );
    expect(turned.length).toBeGreaterThan(2);
    expect(notes).toEqual(["a graphic replaces the line #ff0000"]);
  });
});

describe("areas", () => {
  test("a pattern is repeated with its margins", () => {
    const mark = `<Graphic><Mark><WellKnownName>circle</WellKnownName><Fill>${css("fill", "#00ff00")}</Fill></Mark><Size>8</Size></Graphic>`;
    const { all, notes } = drawn(
      `<PolygonSymbolizer><Fill><GraphicFill>${mark}</GraphicFill></Fill><VendorOption name="graphic-margin">1 2 3 4</VendorOption></PolygonSymbolizer>`,
    );
    const [pattern] = all("pattern");
    expect(pattern?.attributes).toMatchObject({ width: "14", height: "12" });
    expect(all("path")[0]?.attributes["fill"]).toBe(`url(#${pattern?.attributes["id"]})`);
    expect(notes).toEqual([]);
  });

  test("a colour beside a pattern is told, for it is not painted", () => {
    const mark = `<Graphic><Mark><WellKnownName>circle</WellKnownName><Fill/></Mark></Graphic>`;
    const { notes } = drawn(
      `<PolygonSymbolizer><Fill><GraphicFill>${mark}</GraphicFill>${css("fill", "#00ff00")}</Fill></PolygonSymbolizer>`,
    );
    expect(notes).toEqual(["a pattern replaces the colour '#00ff00'"]);
  });

  test("one without fill and outline draws nothing of its own", () => {
    expect(drawn("<PolygonSymbolizer/>").all("path")).toEqual([]);
  });
});

describe("labels", () => {
  const label = (rest: string) =>
    drawn(
      `<TextSymbolizer><Label><ogc:PropertyName>name</ogc:PropertyName></Label>${rest}</TextSymbolizer>`,
    );

  test("an attribute without a value stands as its name; font, halo and anchor are drawn", () => {
    const { all, details } = label(
      `<Font>${css("font-family", "Arial")}${css("font-size", "14")}${css("font-weight", "bold")}</Font>` +
        "<LabelPlacement><PointPlacement><AnchorPoint><AnchorPointX>0.5</AnchorPointX><AnchorPointY>0.5</AnchorPointY></AnchorPoint><Rotation>30</Rotation></PointPlacement></LabelPlacement>" +
        `<Halo><Radius>2</Radius><Fill>${css("fill", "#ffffff")}</Fill></Halo><Fill>${css("fill", "#112233")}</Fill>`,
    );
    expect(all("text")[0]).toMatchObject({
      text: "name",
      attributes: {
        "font-family": "'Arial', sans-serif",
        "font-size": "14",
        "font-weight": "bold",
        "text-anchor": "middle",
        fill: "#112233",
        stroke: "#ffffff",
        "stroke-width": "4",
      },
    });
    expect(
      all("g").some(({ attributes }) => /rotate\(30\)/.test(attributes["transform"] ?? "")),
    ).toBe(true);
    expect(details).toContain("the label is name");
  });

  test("along a line, by its option letter by letter", () => {
    const { all, notes } = label(
      '<LabelPlacement><LinePlacement/></LabelPlacement><VendorOption name="followLine">true</VendorOption><VendorOption name="maxDisplacement">50</VendorOption>',
    );
    const [path] = all("textPath");
    expect(all("path").map(({ attributes }) => `#${attributes["id"]}`)).toContain(
      path?.attributes["href"],
    );
    expect(notes).toEqual(["not shown: maxDisplacement 50"]);
  });

  test("the value that the condition asks for is what is written", () => {
    const condition =
      "<ogc:Filter><ogc:PropertyIsEqualTo><ogc:PropertyName>name</ogc:PropertyName><ogc:Literal>A 7</ogc:Literal></ogc:PropertyIsEqualTo></ogc:Filter>";
    const text = drawn(
      `${condition}<TextSymbolizer><Label><ogc:PropertyName>name</ogc:PropertyName></Label></TextSymbolizer>`,
    ).all("text")[0]?.text;
    expect(text).toBe("A 7");
  });
});

describe("rasters", () => {
  const raster = (type: string) =>
    drawn(
      `<RasterSymbolizer><Opacity>0.5</Opacity><ColorMap${type}><ColorMapEntry color="#000000" quantity="0" label="sea"/><ColorMapEntry color="#00FF00" quantity="25"/><ColorMapEntry color="#FFFFFF" quantity="100" opacity="0.5"/></ColorMap><ContrastEnhancement><Normalize/></ContrastEnhancement></RasterSymbolizer>`,
    );

  test("a ramp has its colours as far apart as their values are", () => {
    const { all, notes, details } = raster("");
    expect(
      all("stop").map(({ attributes }) => [attributes["offset"], attributes["stop-color"]]),
    ).toEqual([
      ["0%", "#000000"],
      ["25%", "#00ff00"],
      ["100%", "#ffffff"],
    ]);
    expect(notes).toEqual(["not shown: ContrastEnhancement"]);
    expect(details).toContain("0: #000000 sea");
  });

  test("one without a name and a condition is not called a feature", () => {
    const [tile] = tilesIn("<Rule><RasterSymbolizer/></Rule>");
    expect(tile?.title).toBe("the whole raster");
  });

  test.for(["intervals", "values"])("%s are blocks", (type) => {
    const { all } = raster(` type="${type}"`);
    expect(all("rect").filter(({ attributes }) => attributes["fill"] === "#00ff00")).toHaveLength(
      1,
    );
  });

  test.for([
    ["", ["0 sea", "25", "100"]],
    [' type="intervals"', ["< 0 sea", "< 25", "< 100"]],
    [' type="values"', ["0 sea", "25", "100"]],
  ] as const)(
    "values and labels stand beside the picture, each with its colour: %s",
    ([type, words]) => {
      const { keys } = raster(type);
      expect(keys).toEqual([
        ["#000000", undefined, words[0]],
        ["#00ff00", undefined, words[1]],
        ["#ffffff", "0.5", words[2]],
      ]);
    },
  );

  test("of many values the first are shown, and the others counted", () => {
    const entries = Array.from(
      { length: 30 },
      (_none, at) => `<ColorMapEntry color="#0000${10 + at}" quantity="${at}"/>`,
    );
    const { keys, texts } = drawn(
      `<RasterSymbolizer><ColorMap>${entries.join("")}</ColorMap></RasterSymbolizer>`,
    );
    expect(keys).toHaveLength(12);
    expect(texts).toContain("and 18 more colours");
  });
});

describe("what follows data", () => {
  test("a size by an attribute is drawn as usual and said to be one", () => {
    const { notes } = drawn(
      point("<Fill/>", "<Size><ogc:PropertyName>width</ogc:PropertyName></Size>"),
    );
    expect(notes).toEqual(["the size is width; drawn as 6"]);
  });

  test("a function that is not known here is named", () => {
    const { notes } = drawn(
      line(
        '<CssParameter name="stroke"><ogc:Function name="darken"><ogc:Literal>#ff0000</ogc:Literal><ogc:Literal>30%</ogc:Literal></ogc:Function></CssParameter>',
      ),
    );
    expect(notes).toEqual(["the stroke of the line is darken('#ff0000', '30%'); drawn as #000000"]);
  });

  test("a table has a picture for each of its values", () => {
    const table = ["1", "#111111", "2", "#222222"]
      .map((value) => `<ogc:Literal>${value}</ogc:Literal>`)
      .join("");
    const { all } = drawn(
      line(
        `<CssParameter name="stroke"><ogc:Function name="Recode"><ogc:PropertyName>a</ogc:PropertyName>${table}</ogc:Function></CssParameter>`,
      ),
    );
    expect(all("path")[0]?.attributes["stroke"]).toBe("#111111");
  });

  test("what stands in a style and is not read is told", () => {
    const { notes } = drawn(
      `<LineSymbolizer><Stroke>${css("stoke", "#ff0000")}</Stroke></LineSymbolizer>`,
    );
    expect(notes).toEqual(["not shown: stoke #ff0000"]);
  });
});
