<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld">
  <NamedLayer><Name>layer</Name><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer>
    <Stroke><CssParameter name="stroke">#112233</CssParameter></Stroke>
  </LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer>
</StyledLayerDescriptor>
