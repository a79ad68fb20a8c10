import proj4, { type Converter } from 'proj4';
import { ImportError, messageOf } from '../errors/importError.ts';

/** Turns coordinates of a projection into [lng, lat] in degrees. */
export type ToDegrees = (x: number, y: number) => [lng: number, lat: number];

/** Turns degrees into coordinates of a projection. */
export type FromDegrees = (lng: number, lat: number) => [x: number, y: number];

const utm = (zone: number, rest: string) => `+proj=utm +zone=${zone} ${rest} +units=m +no_defs`;

/**
 * Definitions of projections that open data often comes in, beyond WGS 84, Web Mercator and its UTM zones, which proj4
 * knows. From the EPSG registry. GDA2020, ETRS89, NAD83, RGF93 and SIRGAS 2000 are taken as WGS 84: they differ by less than 2 m.
 */
const DEFINITIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: 14 }, (_, i) => 46 + i).flatMap((zone) => [
      [`EPSG:${7800 + zone}`, utm(zone, '+south +ellps=GRS80')],
      [`EPSG:${28300 + zone}`, utm(zone, '+south +ellps=GRS80')],
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 11 }, (_, i) => 28 + i).map((zone) => [`EPSG:${25800 + zone}`, utm(zone, '+ellps=GRS80')]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 23 }, (_, i) => 1 + i).map((zone) => [`EPSG:${26900 + zone}`, utm(zone, '+ellps=GRS80')]),
  ),
  ...Object.fromEntries(
    [4258, 4269, 4283, 7844, 4171, 4674].map((code) => [`EPSG:${code}`, '+proj=longlat +ellps=GRS80']),
  ),
  'EPSG:3577': '+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs',
  'EPSG:3347':
    '+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000 +ellps=GRS80 +units=m +no_defs',
  'EPSG:3035': '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m +no_defs',
  'EPSG:2154':
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m +no_defs',
  'EPSG:28992':
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs',
  'EPSG:27700':
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  'EPSG:2056':
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346 +units=m +no_defs',
  'EPSG:2263':
    '+proj=lcc +lat_0=40.1666666666667 +lon_0=-74 +lat_1=41.0333333333333 +lat_2=40.6666666666667 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +no_defs',
  'ESRI:54009': '+proj=moll +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  'EPSG:5070': '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs',
};

/** Names of longitude and latitude in degrees, in this order, as files give them. */
const DEGREES = /(^|:)(CRS84|OGC:CRS84|4326)$/i;

/**
 * The way from a projection to degrees; null where coordinates are degrees already. `projection` is an EPSG code
 * ("EPSG:7856", "urn:ogc:def:crs:EPSG::7856"), a proj4 string or well-known text.
 * Throws ImportError for a projection that is not known, with `label` as the place.
 */
export function toDegrees(projection: string | undefined, label: string): ToDegrees | null {
  const converter = converterOf(projection, label);
  return converter === null ? null : (x, y) => converter.forward([x, y]) as [number, number];
}

/** The way from degrees to a projection, as `toDegrees` takes it; null where its coordinates are degrees. */
export function fromDegrees(projection: string | undefined, label: string): FromDegrees | null {
  const converter = converterOf(projection, label);
  return converter === null ? null : (lng, lat) => converter.inverse([lng, lat]) as [number, number];
}

function converterOf(projection: string | undefined, label: string): Converter | null {
  const text = projection?.trim() ?? '';
  if (text === '' || DEGREES.test(text)) return null;
  const code = /^(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?(\d+)$/i.exec(text)?.[1];
  const name = code === undefined ? text : `EPSG:${code}`;
  const definition = DEFINITIONS[name] ?? name;
  try {
    return proj4(definition, 'WGS84');
  } catch (error) {
    throw new ImportError(
      `${label}: the projection "${text.slice(0, 80)}" is not known (${messageOf(error)}). Give it in the recipe as crs, as a proj4 string: "+proj=utm +zone=32 +ellps=GRS80 +units=m".`,
      { cause: error },
    );
  }
}
