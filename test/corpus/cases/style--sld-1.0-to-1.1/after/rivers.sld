<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se">
  <NamedLayer>
    <se:Name>rivers</se:Name>
    <UserStyle>
      <se:Name>Rivers</se:Name>
      <se:FeatureTypeStyle><se:Rule><se:LineSymbolizer/></se:Rule></se:FeatureTypeStyle>
    </UserStyle>
  </NamedLayer>
</StyledLayerDescriptor>
