<?xml version="1.0" encoding="UTF-8"?>
<!-- laid out by another tool -->
<s:StyledLayerDescriptor xmlns:f="http://www.opengis.net/ogc" xmlns:s="http://www.opengis.net/sld" version="1.0.0"><s:NamedLayer><s:Name>rivers</s:Name><s:UserStyle><s:Title>Rivers</s:Title><s:FeatureTypeStyle><s:Rule>
<f:Filter><f:PropertyIsEqualTo><f:PropertyName>kind</f:PropertyName><f:Literal>river</f:Literal></f:PropertyIsEqualTo></f:Filter>
<s:LineSymbolizer><s:Stroke><s:CssParameter name='stroke'>#336699<!-- the old blue --></s:CssParameter></s:Stroke></s:LineSymbolizer></s:Rule></s:FeatureTypeStyle></s:UserStyle></s:NamedLayer></s:StyledLayerDescriptor>
