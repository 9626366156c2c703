/**
 * What a change of a feature type leaves and what it replaces, by the path of its store and by that of its workspace
 * (docs/compatibility.md, "Feature types").
 */
import { contract, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

const XML = "application/xml";
const STORE = "/workspaces/w/datastores/s/featuretypes";
const ONE = `${STORE}/f`;
const OWN = "/workspaces/w/featuretypes/f";
const done = { status: 200, text: "" } as const;
const refused = { documented: { status: 400 }, geoserver: { status: 500 } } as const;
const change = (fields: string, path = ONE) => put(path, XML, `<featureType>${fields}</featureType>`);
const box = (name: string, ...[west, south, east, north]: readonly number[]) =>
  `<${name}><minx>${west}</minx><maxx>${east}</maxx><miny>${south}</miny><maxy>${north}</maxy><crs>EPSG:4326</crs></${name}>`;
const entry = (key: string, inside: string) => `<entry key="${key}">${inside}</entry>`;
const TIME = entry("time", "<dimensionInfo><enabled>true</enabled><attribute>t</attribute><presentation>LIST</presentation><units>ISO8601</units></dimensionInfo>");
const view = (inside: string) => entry("JDBC_VIRTUAL_TABLE", `<virtualTable>${inside}</virtualTable>`);
const VIEW = view("<name>v</name><sql>select id, geom from f</sql><escapeSql>false</escapeSql><keyColumn>id</keyColumn>");
const attribute = (inside: string) => `<attributes><attribute>${inside}</attribute></attributes>`;
const ENUMERATED = "<name>n</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>java.lang.Integer</binding><options><int>1</int><int>2</int></options>";

contract("feature types, field by field", [
  { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>w</name></workspace>"), answer: { status: 201 } },
  { name: "a store", request: post("/workspaces/w/datastores", XML, '<dataStore><name>s</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 } },
  { name: "a type", request: post(STORE, XML, `<featureType><name>f</name><title>F</title><srs>EPSG:4326</srs>${box("nativeBoundingBox", 5, 45, 10, 48)}${box("latLonBoundingBox", 5, 45, 10, 48)}<numDecimals>3</numDecimals></featureType>`), answer: { status: 201 }, foreign: false },
  { name: "F1 one number", request: change("<maxFeatures>10</maxFeatures>"), answer: done, foreign: false },
  { name: "F1 leaves the rest", request: get(`${ONE}.xml`), answer: { status: 200, text: /<title>F<.*<srs>EPSG:4326<.*<enabled>true<.*<maxFeatures>10<\/maxFeatures><numDecimals>3</ }, foreign: false },
  { name: "says nothing of measures, or what a stock server says from the first change on", request: get(`${ONE}.xml`), answer: { documented: { status: 200, without: /encodeMeasures/ }, geoserver: { status: 200, text: /<encodeMeasures>false</ } }, foreign: false },
  { name: "no number", request: change("<maxFeatures>many</maxFeatures>"), answer: refused },
  { name: "an empty number", request: change("<numDecimals/>"), answer: refused },
  { name: "F2 a title, by the workspace", request: change("<title>t</title>", OWN), answer: done, foreign: false },
  { name: "F2 leaves the rest too", request: get(`${ONE}.xml`), answer: { status: 200, text: /<title>t<.*<enabled>true<.*<maxFeatures>10<\/maxFeatures><numDecimals>3</ }, foreign: false },
  { name: "F3 a box alone", request: change(`<srs>EPSG:4326</srs>${box("nativeBoundingBox", 1, 3, 2, 4)}`), answer: done, foreign: false },
  { name: "F3 no other box is made of it", request: get(`${ONE}.xml`), answer: { status: 200, text: /<nativeBoundingBox><minx>1<.*<latLonBoundingBox><minx>5</ }, foreign: false },
  { name: "F3 another system, with what is to be calculated", request: change("<srs>EPSG:3857</srs>", `${ONE}?recalculate=nativebbox,latlonbbox`), answer: done, foreign: false },
  { name: "F3 nothing is calculated", request: get(`${ONE}.xml`), answer: { status: 200, text: /<srs>EPSG:3857<.*<nativeBoundingBox><minx>1<.*<latLonBoundingBox><minx>5</ }, foreign: false },
  { name: "F4 an empty box", request: change("<latLonBoundingBox/>"), answer: done, foreign: false },
  { name: "F4 is none", request: get(`${ONE}.xml`), answer: { status: 200, text: /<nativeBoundingBox>/, without: /latLonBoundingBox><minx>5/ }, foreign: false },
  { name: "F12 an attribute with the values it may have", request: change(attribute(ENUMERATED)), answer: done, foreign: false },
  { name: "F12 is shown", request: get(`${ONE}.xml`), answer: { status: 200, text: /<attribute><name>n<\/name>.*<binding>java\.lang\.Integer<\/binding><options><int>1<\/int><int>2<\/int><\/options>/ }, foreign: false },
  { name: "F5 attributes are to be looked for again", request: change("", `${ONE}?recalculate=attributes`), answer: done, foreign: false },
  { name: "F5 nobody looks, so they stay", request: get(`${ONE}.xml`), answer: { status: 200, text: /<attributes>.*<options>/ }, foreign: false },
  { name: "a view", request: post(STORE, XML, `<featureType><name>v</name><nativeName>v</nativeName><metadata>${VIEW}</metadata></featureType>`), answer: { status: 201 }, foreign: false },
  { name: "F6 is shown with its query as it was sent", request: get(`${STORE}/v.xml`), answer: { status: 200, text: /<virtualTable><name>v<\/name><sql>select id, geom from f<\/sql><escapeSql>false<\/escapeSql><keyColumn>id</ }, foreign: false },
  { name: "F7 a view without a query", request: post(STORE, XML, `<featureType><name>x</name><metadata>${view("<name>x</name>")}</metadata></featureType>`), answer: { documented: { status: 400, text: "Expect sql but could not find it" }, geoserver: { status: 500, text: "Expect sql but could not find it" } }, foreign: false },
  { name: "F8 time and how long answers are kept", request: change(`<metadata>${TIME}${entry("cacheAgeMax", "60")}</metadata>`), answer: done, foreign: false },
  { name: "F8 one entry alone", request: change(`<metadata>${entry("cachingEnabled", "true")}</metadata>`), answer: done, foreign: false },
  { name: "F8 takes the place of all", request: get(`${ONE}.xml`), answer: { status: 200, text: /<metadata><entry key="cachingEnabled">true<\/entry><\/metadata>/ }, foreign: false },
  { name: "an entry of a type that nobody knows", request: change(`<metadata>${entry("x", "<fooInfo><a>1</a></fooInfo>")}</metadata>`), answer: done, foreign: false },
  { name: "is kept", request: get(`${ONE}.xml`), answer: { status: 200, text: /<entry key="x"><fooInfo><a>1<\/a><\/fooInfo><\/entry>/ }, foreign: false },
  { name: "F9 a keyword whose parts are in another order", request: change("<keywords><string>x\\@vocabulary=v\\;\\@language=de\\;</string></keywords>"), answer: refused, foreign: false },
  { name: "F10 a link to data by its short name", request: change("<dataLinks><dataLink><type>text/xml</type><content>http://a</content></dataLink></dataLinks>"), answer: refused, foreign: false },
  { name: "F11 an abstract", request: change("<abstract>A</abstract>"), answer: done, foreign: false },
  { name: "F11 taken away", request: change('<abstract xsi:nil="true"/>'), answer: done, foreign: false },
  { name: "F11 is gone", request: get(`${ONE}.xml`), answer: by228({ status: 200, without: /<abstract/ }, { status: 200, text: /<abstract\/>/ }), foreign: false },
]);
