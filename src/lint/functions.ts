/** Names of functions that GeoServer knows without extensions. Data. */
import { didYouMean } from "../model/nearest.ts";

const own = (
  "And Area Categorize Collection_Average Collection_Bounds Collection_Count Collection_Max Collection_Median " +
  "Collection_Min Collection_Nearest Collection_Sum Collection_Unique Concatenate Convert EqualArea " +
  "EqualInterval FormatDateTimezone IEEEremainder Identify Interpolate Jenks LookupValue Or Palette " +
  "PropertyExists Quantile Recode StandardDeviation ToEnvelope UniqueInterval Vocab abs abs_2 abs_3 abs_4 " +
  "acos area2 array asMultiGeometry asin atan atan2 attributeCount bands between boundary boundaryDimension " +
  "boundedBy buffer bufferWithSegments ceil centroid classify constrast contains contrast convexHull cos " +
  "crosses darken dateDifference dateFormat dateParse desaturate difference dimension disjoint disjoint3D " +
  "distance distance3D div double2bool endAngle endPoint env envelope equalTo equalsExact " +
  "equalsExactTolerance exp exteriorRing floor footprints geomFromWKT geomLength geometry geometryType " +
  "getGeometryN getX getY getZ grayscale greaterEqualThan greaterThan hsl id if_then_else in in10 in2 in3 " +
  "in4 in5 in6 in7 in8 in9 inArray int2bbool int2ddouble interiorPoint interiorRingN intersection " +
  "intersects intersects3D isCached isClosed isCoverage isEmpty isInstanceOf isLike isNull isRing isSimple " +
  "isValid isWithinDistance isWithinDistance3D isometric jsonArrayContains jsonPointer labelPoint language " +
  "lapply length lessEqualThan lessThan lighten lin list listMultiply litem literate log mapGet max max_2 " +
  "max_3 max_4 midAngle midPoint min min_2 min_3 min_4 mincircle minimumCircle minimumRectangle " +
  "minimumdiameter minrectangle mix modulo northFix not notEqualTo now numGeometries numInteriorRing " +
  "numPoint numPoints numberFormat numberFormat2 octagonalenvelope offset overlaps parameter parseBoolean " +
  "parseDouble parseInt parseLong parseTime pgNearest pi pointN pointOnLine pow property random relate " +
  "relatePattern rescaleToPixels rint round roundDouble round_2 round_away saturate sdo_nn setCRS shade sin " +
  "size spin sqrt startAngle startPoint strAbbreviate strCapitalize strConcat strDefaultIfBlank strEndsWith " +
  "strEqualsIgnoreCase strIn strIndexOf strLastIndexOf strLength strMatches strPosition strReplace " +
  "strStartsWith strStripAccents strSubstring strSubstringStart strToLowerCase strToUpperCase strTrim " +
  "strTrim2 strURLEncode stringTemplate symDifference tan tint toDegrees toDirectPosition toLineString " +
  "toPoint toRadians toWKT toXlinkHref touches union vertices within xpath"
).split(" ");

/** Functions of the extension for MapBox styles. */
const ofMapbox = (
  "DefaultIfNull Exponential StringTransform all any at case coalesce css fontAlternatives get has listSize " +
  "match mbAnchor mbEqualTo mbFontBaseName mbFontStyle mbFontWeight mbLength mbNotEqualTo mbType mbTypeOf " +
  "remainder toBool toColor toNumber toString torgb typeOf zoomLevel"
).split(" ");

const known: ReadonlySet<string> = new Set(own.map(lower));
const extended: ReadonlySet<string> = new Set(ofMapbox.map(lower));

/**
 * Undefined where servers know the function, in any case. A prefix marks a process; those of the
 * WPS extension begin with `gs:`.
 */
export function functionProblem(
  name: string,
): { readonly message: string; readonly hint?: string | undefined } | undefined {
  if (/^gs:/i.test(name))
    return {
      message: `The process ${name} is one of GeoServer's extension for processes (WPS); servers without it refuse the style`,
    };
  if (name.includes(":") || known.has(lower(name))) return undefined;
  if (extended.has(lower(name)))
    return {
      message: `The function ${name} is one of GeoServer's extension for MapBox styles; servers without it refuse the style`,
    };
  return {
    message: `GeoServer has no function ${name}; servers refuse a style that calls one`,
    hint: didYouMean(name, own),
  };
}

function lower(name: string): string {
  return name.toLowerCase();
}
