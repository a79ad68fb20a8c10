import { LIMITS } from '@hinterland/contract';
import { invalidFields } from '../../kit/json.ts';
import type { ProblemError } from '../../kit/problem.ts';

interface Picture {
  readonly type: 'png' | 'jpeg';
  readonly width: number;
  readonly height: number;
}

/**
 * Returns a picture as a data: address made anew from its bytes. Throws validation_error for anything but a PNG or JPEG within
 * the limits of bytes and pixels, whatever type the text names.
 */
export function checkedLogo(address: string): string {
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/.exec(address) ?? [];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (bytes.length > LIMITS.logoBytes) throw refused(`The logo may have ${LIMITS.logoBytes / 1000} kB.`);
  const picture = pngOf(bytes) ?? jpegOf(bytes);
  if (picture === null) throw refused('The logo must be a PNG or a JPEG.');
  const { type, width, height } = picture;
  const isFit = [width, height].every((side) => side > 0 && side <= LIMITS.logoPixels);
  if (!isFit) throw refused(`The logo may be ${LIMITS.logoPixels} pixels wide and high.`);
  return `data:image/${type};base64,${bytes.toString('base64')}`;
}

const refused = (detail: string): ProblemError => invalidFields([{ pointer: '#/logo', detail }]);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Size of a PNG by its first chunk (ISO/IEC 15948, 11.2.2); null for other bytes. */
function pngOf(bytes: Buffer): Picture | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Size of a JPEG by the header of its frame (ITU-T T.81, B.2.2); null for other bytes. */
function jpegOf(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number;
    // Frames begin with C0 to CF, without the tables that share the range.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
