/** A small data directory with one of everything, written by hand. */

const CREATED = "<dateCreated>2024-05-06 07:08:09.10 UTC</dateCreated>";

/** A layer document. */
function layer(id: string, shown: { noun: string; id: string }, more: string): string {
  return `<layer>
  <name>of-the-document</name>
  <id>${id}</id>
  <type>VECTOR</type>
  ${more}
  <resource class="${shown.noun}"><id>${shown.id}</id></resource>
  <attribution><logoWidth>0</logoWidth><logoHeight>0</logoHeight></attribution>
  ${CREATED}
</layer>`;
}

/** A style document. */
export function style(id: string, name: string, more = ""): string {
  return `<style><id>${id}</id><name>${name}</name>${more}<filename>${name}.sld</filename></style>`;
}

/** A small SLD that draws lines. */
export function sld(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld">
  <NamedLayer><Name>${name}</Name><UserStyle><Name>${name}</Name><FeatureTypeStyle><Rule>
    <LineSymbolizer/>
  </Rule></FeatureTypeStyle></UserStyle></NamedLayer>
</StyledLayerDescriptor>
`;
}

function mapping(includes: string, types: string): string {
  return `<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema">
  <namespaces><Namespace><prefix>topo</prefix><uri>http://topo.example/ns</uri></Namespace></namespaces>
  ${includes}
  <sourceDataStores><DataStore><id>source</id><parameters>
    <Parameter><name>directory</name><value>file:./</value></Parameter>
  </parameters></DataStore></sourceDataStores>
  <targetTypes><FeatureType><schemaUri>schemas/topo.xsd</schemaUri></FeatureType></targetTypes>
  <typeMappings>${types}</typeMappings>
</as:AppSchemaDataAccess>
`;
}

const UNIT = `<FeatureTypeMapping><sourceDataStore>source</sourceDataStore><sourceType>units</sourceType>
  <targetElement>topo:Unit</targetElement><attributeMappings/></FeatureTypeMapping>`;

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://topo.example/ns">
  <xs:element name="Unit"/>
</xs:schema>
`;

const WORKSPACES = {
  "workspaces/default.xml": "<workspace><id>ws-topo</id><name>topo</name></workspace>",
  "workspaces/topo/workspace.xml": `<workspace><id>ws-topo</id><name>topo</name><metadata><entry key="a">b</entry><entry key="odd"><inner>x</inner></entry></metadata>${CREATED}</workspace>`,
  "workspaces/topo/namespace.xml":
    "<namespace><id>ns-topo</id><prefix>topo</prefix><uri>http://topo.example/ns</uri></namespace>",
  "workspaces/hidden/workspace.xml":
    "<workspace><id>ws-hidden</id><name>hidden</name><isolated>true</isolated></workspace>",
  "workspaces/hidden/namespace.xml":
    "<namespace><id>ns-hidden</id><prefix>hidden</prefix><uri>http://hidden.example</uri><isolated>true</isolated></namespace>",
  "workspaces/topo/settings.xml": "<settings><id>s</id></settings>",
  "workspaces/topo/wms.xml":
    '<wms><enabled>true</enabled><metadata><entry key="svgRenderer">Batik</entry><entry key="odd"><inner>x</inner></entry></metadata></wms>',
  "workspaces/topo/wps.xml": "<wps><enabled>true</enabled></wps>",
};

const STORES = {
  "workspaces/topo/pg/datastore.xml": `<dataStore>
  <id>store-pg</id><name>pg</name><description>Roads &amp; rivers</description><type>PostGIS</type>
  <enabled>true</enabled><workspace><id>ws-topo</id></workspace>
  <connectionParameters>
    <entry key="dbtype">postgis</entry><entry key="host">db.example</entry>
    <entry key="passwd">crypt1:Zm9v</entry>
  </connectionParameters>
  <__default>true</__default><disableOnConnFailure>false</disableOnConnFailure>
</dataStore>`,
  "workspaces/topo/pg/roads/featuretype.xml": `<featureType>
  <id>type-roads</id><name>roads</name><nativeName>roads_table</nativeName>
  <namespace><id>ns-topo</id></namespace><title>Roads of the land</title><abstract>All of them</abstract>
  <keywords><string>roads</string><string>traffic</string></keywords>
  <srs>EPSG:4326</srs>
  <nativeBoundingBox><minx>1.5</minx><maxx>2.5</maxx><miny>-3.0</miny><maxy>4.0</maxy><crs>EPSG:4326</crs></nativeBoundingBox>
  <projectionPolicy>FORCE_DECLARED</projectionPolicy><enabled>true</enabled><advertised>false</advertised>
  <metadata><entry key="cachingEnabled">false</entry></metadata>
  <store class="dataStore"><id>store-pg</id></store><maxFeatures>7</maxFeatures>
  <attributes><attribute><name>geom</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>org.locationtech.jts.geom.LineString</binding></attribute></attributes>
</featureType>`,
  "workspaces/topo/pg/roads/layer.xml": layer(
    "layer-roads",
    { noun: "featureType", id: "type-roads" },
    `<defaultStyle><id>style-line</id></defaultStyle>
  <styles class="linked-hash-set"><style><id>style-night</id></style></styles>
  <queryable>false</queryable><opaque>true</opaque><path>/Roads</path>
  <defaultWMSInterpolationMethod>Bicubic</defaultWMSInterpolationMethod><legend><width>7</width></legend>`,
  ),
  "workspaces/topo/pg/roads/title.ftl": "${title}",
  "workspaces/topo/dem/coveragestore.xml": `<coverageStore>
  <id>store-dem</id><name>dem</name><type>GeoTIFF</type><enabled>true</enabled>
  <workspace><id>ws-topo</id></workspace><__default>false</__default><url>file:data/dem.tif</url>
</coverageStore>`,
  "workspaces/topo/dem/heights/coverage.xml": `<coverage>
  <id>coverage-heights</id><name>heights</name><nativeName>heights</nativeName>
  <namespace><id>ns-topo</id></namespace><title>Heights</title><srs>EPSG:4326</srs><enabled>true</enabled>
  <metadata><entry key="elevation"><dimensionInfo><enabled>true</enabled><presentation>LIST</presentation></dimensionInfo></entry></metadata>
  <store class="coverageStore"><id>store-dem</id></store><nativeFormat>GeoTIFF</nativeFormat>
  <nativeCoverageName>dem</nativeCoverageName>
</coverage>`,
  "workspaces/topo/dem/heights/layer.xml": layer(
    "layer-heights",
    { noun: "coverage", id: "coverage-heights" },
    "<defaultStyle><id>style-shade</id></defaultStyle>",
  ),
  "workspaces/topo/elsewhere/wmsstore.xml": `<wmsStore><id>store-wms</id><name>elsewhere</name>
  <workspace><id>ws-topo</id></workspace><enabled>true</enabled><capabilitiesURL>http://other.example/wms</capabilitiesURL><user>me</user>
  <password>plain:canary-of-the-cascade</password><maxConnections>6</maxConnections><readTimeout>20</readTimeout></wmsStore>`,
  "workspaces/topo/elsewhere/far/wmslayer.xml":
    '<wmsLayer><id>wmslayer-far</id><name>far</name><nativeName>topp:far</nativeName><enabled>true</enabled><store class="wmsStore"><id>store-wms</id></store><preferredFormat>image/jpeg</preferredFormat></wmsLayer>',
  "workspaces/topo/elsewhere/far/layer.xml": layer(
    "layer-far",
    { noun: "wmsLayer", id: "wmslayer-far" },
    "",
  ),
};

const MAPPED = {
  "workspaces/topo/geology/datastore.xml": `<dataStore><id>store-geology</id><name>geology</name>
  <enabled>true</enabled><workspace><id>ws-topo</id></workspace><connectionParameters>
  <entry key="dbtype">app-schema</entry><entry key="url">file:workspaces/topo/geology/mapping.xml</entry>
  <entry key="namespace">http://topo.example/ns</entry></connectionParameters></dataStore>`,
  "workspaces/topo/geology/mapping.xml": mapping(
    "<includedTypes><Include>more.xml</Include></includedTypes>",
    UNIT,
  ),
  "workspaces/topo/geology/more.xml": mapping("", ""),
  "workspaces/topo/geology/schemas/topo.xsd": SCHEMA,
  "workspaces/topo/geology/units.properties": "_=id:String\nunits.1=one\n",
  "workspaces/topo/geology/Unit/featuretype.xml": `<featureType><id>type-unit</id><name>Unit</name>
  <nativeName>Unit</nativeName><namespace><id>ns-topo</id></namespace><title>Units</title>
  <enabled>true</enabled><store class="dataStore"><id>store-geology</id></store></featureType>`,
  "workspaces/topo/geology/Unit/layer.xml": layer(
    "layer-unit",
    { noun: "featureType", id: "type-unit" },
    "<defaultStyle><id>style-line</id></defaultStyle>",
  ),
  "workspaces/topo/sst/coveragestore.xml": `<coverageStore><id>store-sst</id><name>sst</name>
  <type>ImageMosaic</type><enabled>true</enabled><workspace><id>ws-topo</id></workspace>
  <url>file:///opt/geoserver/data_dir/coverages/sst</url></coverageStore>`,
  "coverages/sst/indexer.properties":
    "Schema=the_geom:Polygon,location:String,time:java.util.Date\n",
  "coverages/sst/sst_20240101.tif": "not read",
};

const STYLES = {
  "styles/line.xml": style("style-line", "line", "<format>sld</format>"),
  "styles/line.sld": sld("line"),
  "styles/shade.xml": style(
    "style-shade",
    "shade",
    "<sldVersion><version>1.1.0</version></sldVersion><legend><width>10</width><height>20</height><format>png</format><onlineResource>shade.png</onlineResource></legend><future>x</future>",
  ),
  "styles/shade.sld": sld("shade").replace("1.0.0", "1.1.0"),
  "styles/shade.png": "picture",
  "styles/paths.xml":
    "<style><id>style-paths</id><name>paths</name><format>css</format><languageVersion><version>1.0.0</version></languageVersion><filename>paths.css</filename></style>",
  "styles/paths.css": "* { stroke: red }",
  "styles/points.xml":
    "<style><id>style-points</id><name>points</name><format>mbstyle</format><filename>points.mbstyle</filename></style>",
  "styles/points.mbstyle": "{}",
  "styles/orphan.sld": sld("orphan"),
  "workspaces/topo/styles/night.xml": style(
    "style-night",
    "night",
    "<workspace><id>ws-topo</id></workspace>",
  ),
  "workspaces/topo/styles/night.sld": sld("night"),
};

const BOUNDS =
  '<bounds><minx>-1.0</minx><maxx>1.0</maxx><miny>-2.0</miny><maxy>2.0</maxy><crs class="projected">EPSG:3857</crs></bounds>';

const GROUPS = {
  "layergroups/base.xml": `<layerGroup><id>group-base</id><name>base</name><mode>SINGLE</mode><title>Base map</title>
  <publishables>
    <published type="layer"><id>layer-heights</id></published>
    <published type="layerGroup"><id>group-inner</id></published>
    <published type="layer"><id>layer-roads</id></published>
  </publishables>
  <styles><style/><style/><style><id>style-line</id></style></styles>
  ${BOUNDS}<keywords><string>map</string></keywords>
  <internationalTitle><de>Karte</de></internationalTitle><internationalAbstract><de>Die Karte.</de></internationalAbstract><queryDisabled>true</queryDisabled>
  <metadataLinks><metadataLink><type>text/xml</type><about>all</about><metadataType>TC211</metadataType><content>http://example.org/map.xml</content></metadataLink></metadataLinks>
  <attribution><title>Office</title><href>http://example.org/</href><logoURL>http://example.org/l.png</logoURL><logoType>image/png</logoType><logoWidth>7</logoWidth><logoHeight>9</logoHeight></attribution>
  <authorityURLs><AuthorityURL><name>office</name><href>http://example.org/ids</href></AuthorityURL></authorityURLs><identifiers><Identifier><authority>office</authority><identifier>7</identifier></Identifier></identifiers>
  <metadata><entry key="cachingEnabled">true</entry><entry key="cacheAgeMax">60</entry><entry key="note">first</entry></metadata><layerGroupStyles><layerGroupStyle><name>n</name></layerGroupStyle></layerGroupStyles></layerGroup>`,
  "workspaces/topo/layergroups/inner.xml": `<layerGroup><id>group-inner</id><name>inner</name><mode>EO</mode>
  <workspace><id>ws-topo</id></workspace>
  <layers><layer><id>layer-roads</id></layer></layers><styles><style><id>style-night</id></style></styles>
  <rootLayer><id>layer-heights</id></rootLayer><rootLayerStyle><id>style-shade</id></rootLayerStyle>
  ${BOUNDS}</layerGroup>`,
};

const SECURITY = {
  "security/layers.properties":
    "#Wed Mar 23\nmode=CHALLENGE\n*.*.r=*\ntopo.roads.w=EDITOR,ADMIN\nfilesystemSandbox=/data\nbroken=X\n",
  "security/services.properties": "wfs.Transaction=EDITOR\n",
  "security/rest.properties": "/**;GET=READER\n/**;POST,DELETE,PUT=ADMIN\n",
  "security/usergroup/default/users.xml": `<userRegistry xmlns="http://www.geoserver.org/security/users" version="1.0">
  <users><user enabled="true" name="ann" password="digest1:canary"/><user enabled="false" name="bob" password="crypt1:canary"/></users>
  <groups><group enabled="true" name="editors"><member username="ann"/></group></groups></userRegistry>`,
  "security/role/default/roles.xml": `<roleRegistry xmlns="http://www.geoserver.org/security/roles" version="1.0">
  <roleList><role id="EDITOR"/><role id="CHIEF" parentID="EDITOR"/></roleList>
  <userList><userRoles username="bob"><roleRef roleID="CHIEF"/></userRoles></userList>
  <groupList><groupRoles groupname="editors"><roleRef roleID="EDITOR"/></groupRoles></groupList></roleRegistry>`,
  "security/urlchecks.xml": `<checks>
  <regex><name>icons</name><description>of maps</description><enabled>true</enabled><regex>https://icons/.*</regex></regex>
  <regex><name>later</name><enabled>false</enabled><regex>^https://later/.*$</regex></regex>
  <enabled>false</enabled>
</checks>`,
  "security/masterpw/default/passwd": "canary",
  "security/geoserver.jceks": "canary",
};

/** A document of a tile layer as servers store it. */
function tiles(id: string, name: string, { filters = "", more = "" } = {}): string {
  const style =
    "<styleParameterFilter><key>STYLES</key><defaultValue></defaultValue><availableStyles class='sorted-set'/><defaultStyle>line</defaultStyle></styleParameterFilter>";
  return `<GeoServerTileLayer><id>${id}</id><enabled>true</enabled><inMemoryCached>true</inMemoryCached><name>${name}</name>
  <mimeFormats><string>image/png</string><string>image/jpeg</string></mimeFormats>
  <gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName></gridSubset><gridSubset><gridSetName>EPSG:900913</gridSetName></gridSubset></gridSubsets>
  <metaWidthHeight><int>4</int><int>4</int></metaWidthHeight><expireCache>0</expireCache><expireClients>0</expireClients>
  <parameterFilters>${id.startsWith("group") ? "" : style}${filters}</parameterFilters><gutter>0</gutter>${more}<cacheWarningSkips/></GeoServerTileLayer>`;
}

const TILES = {
  "gwc-gs.xml":
    "<GeoServerGWCConfig><version>1.1.0</version><metaTilingX>4</metaTilingX><cacheLayersByDefault>false</cacheLayersByDefault></GeoServerGWCConfig>",
  "gwc-layers/layer-roads.xml": tiles("layer-roads", "old:name", {
    filters:
      "<regexParameterFilter><key>TIME</key><defaultValue></defaultValue><regex>.*</regex></regexParameterFilter>",
    more: "<transientSetting>5</transientSetting>",
  })
    .replace("<gutter>0<", "<gutter>20<")
    .replace(
      "EPSG:900913</gridSetName>",
      "EPSG:900913</gridSetName><extent><coords><double>1.0</double><double>2.0</double><double>3.5</double><double>4.0</double></coords></extent><zoomStart>2</zoomStart>",
    ),
  "gwc-layers/layer-heights.xml": tiles("layer-heights", "topo:heights"),
  "gwc-layers/layer-far.xml": tiles("", "topo:far"),
  "gwc-layers/group-base.xml": tiles("group-base", "base"),
  "gwc-layers/group-inner.xml": tiles("group-inner", "topo:inner"),
  "gwc-layers/gone.xml": tiles("layer-gone", "topo:gone"),
};

/** Its files by path. */
export const smallDirectory: Readonly<Record<string, string>> = {
  "global.xml":
    "<global><settings><numDecimals>6</numDecimals><future><deep>yes</deep></future></settings></global>",
  "data/dem.tif": "not read",
  "www/index.html": "hello",
  ...WORKSPACES,
  ...STORES,
  ...MAPPED,
  ...STYLES,
  ...GROUPS,
  ...TILES,
  ...SECURITY,
};
