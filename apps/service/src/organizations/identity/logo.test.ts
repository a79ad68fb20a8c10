import { LIMITS } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { checkedLogo } from './logo.ts';

const address = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;

/** The beginning of a PNG of a size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** A JPEG as cameras write it: a comment, then the frame. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.alloc(19);
  frame.writeUInt16BE(0xffc0, 0);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8fffe00044142', 'hex'), frame]);
}

describe('a logo', () => {
  it('is a PNG or a JPEG within the limits, and keeps its bytes', () => {
    expect(checkedLogo(address(png(300, 80)))).toBe(address(png(300, 80)));
    // The type is that of the bytes.
    expect(checkedLogo(address(jpeg(300, 80), 'png'))).toBe(address(jpeg(300, 80), 'jpeg'));
  });

  it.each([
    ['of another type', 'data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4='],
    ['that is no picture', address(Buffer.from('<script>alert(1)</script>'))],
    ['that is an address elsewhere', 'https://example.com/logo.png'],
    ['with markup behind it', `${address(png(1, 1))}"><script>`],
    ['without pixels', address(png(0, 10))],
    ['with too many pixels', address(png(LIMITS.logoPixels + 1, 10))],
    ['with too many pixels in a frame', address(jpeg(10, LIMITS.logoPixels + 1), 'jpeg')],
    ['with too many bytes', address(Buffer.concat([png(10, 10), Buffer.alloc(LIMITS.logoBytes)]))],
    ['cut off', address(jpeg(10, 10).subarray(0, 12), 'jpeg')],
  ])('%s is refused', (_what, logo) => {
    expect(() => checkedLogo(logo)).toThrow();
  });
});
