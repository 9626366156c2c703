/** Styles of a new catalog. */

const wrap = (title: string, symbolizer: string) => `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">
  <NamedLayer>
    <Name>${title}</Name>
    <UserStyle>
      <Title>${title}</Title>
      <FeatureTypeStyle>
        <Rule>
${symbolizer}
        </Rule>
      </FeatureTypeStyle>
    </UserStyle>
  </NamedLayer>
</StyledLayerDescriptor>
`;

const POINT = `          <PointSymbolizer>
            <Graphic>
              <Mark>
                <WellKnownName>square</WellKnownName>
                <Fill><CssParameter name="fill">#C0392B</CssParameter></Fill>
              </Mark>
              <Size>6</Size>
            </Graphic>
          </PointSymbolizer>`;

const LINE = `          <LineSymbolizer>
            <Stroke><CssParameter name="stroke">#202020</CssParameter></Stroke>
          </LineSymbolizer>`;

const POLYGON = `          <PolygonSymbolizer>
            <Fill><CssParameter name="fill">#B0B0B0</CssParameter></Fill>
            <Stroke><CssParameter name="stroke">#202020</CssParameter></Stroke>
          </PolygonSymbolizer>`;

const RASTER = `          <RasterSymbolizer>
            <Opacity>1.0</Opacity>
          </RasterSymbolizer>`;

/** File name and content by style name. */
export const defaultStyles: ReadonlyMap<string, { fileName: string; sld: string }> = new Map([
  ["point", { fileName: "default_point.sld", sld: wrap("point", POINT) }],
  ["line", { fileName: "default_line.sld", sld: wrap("line", LINE) }],
  ["polygon", { fileName: "default_polygon.sld", sld: wrap("polygon", POLYGON) }],
  ["raster", { fileName: "default_raster.sld", sld: wrap("raster", RASTER) }],
  [
    "generic",
    { fileName: "default_generic.sld", sld: wrap("generic", [POLYGON, LINE, POINT].join("\n")) },
  ],
]);
