import { TableError, textOf } from '@hinterland/tables';
import { ImportError, messageOf } from '../errors/importError.ts';
import { bytesOf, type FileSource, labelOf } from '../files/source.ts';
import { inFile } from '../tables/readTable.ts';
import type { FileProjection, RawFeature } from './outline.ts';

const ENDINGS = ['.geojson', '.json', '.geojsonl', '.ndjson'] as const;
const FEATURES_KEY = /"features"\s*:\s*\[$/;

/**
 * Reads a GeoJSON file feature by feature, a FeatureCollection or one Feature per line, so that memory holds one feature
 * and not the file. Throws ImportError where the file is cut short or no JSON.
 */
export async function readGeoJson(
  source: FileSource,
  take: (feature: RawFeature, number: number) => void,
): Promise<FileProjection> {
  const scanner = new FeatureScanner(source, take);
  try {
    for await (const text of textOf(bytesOf(source, ENDINGS), { isGuessed: false }, false)) scanner.scan(text);
  } catch (error) {
    throw error instanceof TableError ? inFile(source, error) : error;
  }
  return { projection: scanner.finish() };
}

/** Cuts JSON text into the elements of its "features" array and the rest around them. */
class FeatureScanner {
  readonly #source: FileSource;
  readonly #take: (feature: RawFeature, number: number) => void;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Text of the object at the top, without the features. */
  #frame = '';
  /** Text of the feature being read; null outside the features. */
  #feature: string | null = null;
  #inFeatures = false;
  #count = 0;
  #projection: string | undefined;
  #sawCollection = false;

  constructor(source: FileSource, take: (feature: RawFeature, number: number) => void) {
    this.#source = source;
    this.#take = take;
  }

  scan(text: string): void {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === 92) this.#escaped = true;
        else if (code === 34) this.#inString = false;
        continue;
      }
      if (code === 34) this.#inString = true;
      else if (code === 123 || code === 91) {
        this.#depth++;
        if (this.#inFeatures && this.#depth === 3) {
          from = i;
          this.#feature = '';
        } else if (!this.#inFeatures && code === 91 && this.#depth === 2) {
          this.#frame += text.slice(from, i + 1);
          from = i + 1;
          this.#inFeatures = FEATURES_KEY.test(this.#frame);
          this.#sawCollection ||= this.#inFeatures;
        }
      } else if (code === 125 || code === 93) {
        this.#depth--;
        if (this.#inFeatures && this.#depth === 2) {
          this.#endFeature(text.slice(from, i + 1));
          from = i + 1;
        } else if (this.#inFeatures && this.#depth === 1) {
          this.#inFeatures = false;
          from = i;
        } else if (this.#depth === 0) {
          this.#frame += text.slice(from, i + 1);
          from = i + 1;
          this.#endFrame();
        }
      }
    }
    if (this.#feature !== null) this.#feature += text.slice(from);
    else if (!this.#inFeatures) this.#frame += text.slice(from);
  }

  finish(): string | undefined {
    if (this.#depth !== 0 || this.#inString) {
      throw new ImportError(
        `${labelOf(this.#source)} ends in the middle, after ${this.#count} whole features: it is cut short. Fetch it again and compare its size.`,
      );
    }
    if (this.#count === 0 && !this.#sawCollection) {
      throw new ImportError(`${labelOf(this.#source)} holds no GeoJSON features. Give a FeatureCollection.`);
    }
    return this.#projection;
  }

  #endFeature(rest: string): void {
    const text = (this.#feature ?? '') + rest;
    this.#feature = null;
    this.#push(this.#parse(text, `feature ${this.#count + 1}`));
  }

  #endFrame(): void {
    const frame = this.#parse(this.#frame, 'the text around its features') as {
      type?: unknown;
      crs?: { properties?: { name?: unknown } };
    };
    this.#frame = '';
    const name = frame.crs?.properties?.name;
    if (typeof name === 'string') this.#projection = name;
    if (frame.type === 'Feature') this.#push(frame);
  }

  #push(feature: unknown): void {
    const { properties, geometry } = feature as Partial<RawFeature>;
    this.#take({ properties: properties ?? {}, geometry: geometry ?? null }, ++this.#count);
  }

  #parse(text: string, place: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new ImportError(
        `${labelOf(this.#source)}: ${place} is no JSON (${messageOf(error)}). The file is damaged: fetch it again.`,
        { cause: error },
      );
    }
  }
}
