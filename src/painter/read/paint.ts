/** Reads fills, strokes and graphics. */
import type { Fill, Graphic, GraphicSymbol, Stroke } from "../styling.ts";
import { attributeOf, elementsOf, firstNamed, isNamed, type Element } from "./element.ts";
import { textValue } from "./expression.ts";
import { anchorNames, displacementNames, pairIn, read } from "./reading.ts";

export function fillOf(element: Element, unread: string[]): Fill {
  return read(element, unread, ({ parameter, take }) => ({
    colour: parameter("fill"),
    opacity: parameter("fill-opacity"),
    graphic: innerGraphic(take("GraphicFill"), unread),
  }));
}

export function strokeOf(element: Element, unread: string[]): Stroke {
  return read(element, unread, ({ parameter, take }) => {
    const repeated = take("GraphicStroke");
    return {
      colour: parameter("stroke"),
      opacity: parameter("stroke-opacity"),
      width: parameter("stroke-width"),
      lineCap: parameter("stroke-linecap"),
      lineJoin: parameter("stroke-linejoin"),
      dashArray: parameter("stroke-dasharray", " "),
      dashOffset: parameter("stroke-dashoffset"),
      graphicFill: innerGraphic(take("GraphicFill"), unread),
      ...(repeated === undefined ? NOT_REPEATED : repeatedOf(repeated, unread)),
    };
  });
}

const NOT_REPEATED = { graphicStroke: undefined, initialGap: undefined, gap: undefined } as const;

function repeatedOf(
  element: Element,
  unread: string[],
): Pick<Stroke, "graphicStroke" | "initialGap" | "gap"> {
  return read(element, unread, ({ take, value }) => ({
    graphicStroke: graphicIn(take("Graphic"), unread),
    initialGap: value("InitialGap"),
    gap: value("Gap"),
  }));
}

function innerGraphic(element: Element | undefined, unread: string[]): Graphic | undefined {
  return element === undefined
    ? undefined
    : read(element, unread, ({ take }) => graphicIn(take("Graphic"), unread));
}

export function graphicIn(element: Element | undefined, unread: string[]): Graphic | undefined {
  return element === undefined ? undefined : graphicOf(element, unread);
}

function graphicOf(element: Element, unread: string[]): Graphic {
  return read(element, unread, ({ take, takeAll, value }) => {
    takeAll("Mark");
    takeAll("ExternalGraphic");
    const symbols = elementsOf(element).flatMap((child): readonly GraphicSymbol[] => {
      if (isNamed(child, "Mark")) return [markOf(child, unread)];
      return isNamed(child, "ExternalGraphic") ? [imageOf(child, unread)] : [];
    });
    return {
      symbols,
      opacity: value("Opacity"),
      size: value("Size"),
      rotation: value("Rotation"),
      anchor: pairIn(take("AnchorPoint"), anchorNames, unread),
      displacement: pairIn(take("Displacement"), displacementNames, unread),
    };
  });
}

function markOf(element: Element, unread: string[]): GraphicSymbol {
  return read(element, unread, ({ take, value }) => {
    const [fill, stroke] = [take("Fill"), take("Stroke")];
    const other = take("OnlineResource");
    const index = value("MarkIndex");
    take("Format");
    const named = value("WellKnownName");
    // A mark of another document, such as a font, gets the name of GeoServer's own addresses.
    const address = other === undefined ? undefined : hrefOf(other);
    const code = index?.type === "literal" ? `#${index.value}` : "";
    return {
      type: "mark",
      name: named ?? (address === undefined ? undefined : textValue(`${address}${code}`)),
      fill: fill === undefined ? undefined : fillOf(fill, unread),
      stroke: stroke === undefined ? undefined : strokeOf(stroke, unread),
    };
  });
}

function imageOf(element: Element, unread: string[]): GraphicSymbol {
  return read(element, unread, ({ take }) => {
    const resource = take("OnlineResource");
    take("Format");
    return {
      type: "image",
      href: textValue(resource === undefined ? "" : hrefOf(resource)),
    };
  });
}

function hrefOf(element: Element): string {
  return (attributeOf(element, "href") ?? "").trim();
}

export function legendIn(element: Element | undefined, unread: string[]): Graphic | undefined {
  return element === undefined ? undefined : graphicIn(firstNamed(element, "Graphic"), unread);
}
