/**
 * Validates small pictures without decoding them: image decoders are an attack surface that should not run beside
 * passwords. Pages scale the picture themselves; the check parses its chunks, which may contain nothing but pixels.
 */

export type PictureType = 'image/jpeg' | 'image/webp';

/** Maximum width and height in pixels. */
const maxSide = 512;

/** Returns the type of an accepted picture. Null: not a picture, too large, animated, or with metadata. */
export const typeOfPicture = (bytes: Buffer): PictureType | null => {
  if (isPlainWebp(bytes)) return 'image/webp';
  return isPlainJpeg(bytes) ? 'image/jpeg' : null;
};

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= maxSide && height <= maxSide;

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('latin1', at, at + length);

/** Accepts RIFF chunks of pixels, colors and transparency. Rejects metadata and further frames. */
const isPlainWebp = (bytes: Buffer): boolean => {
  if (bytes.length < 30 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let isSized = false;
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) return false;
    const name = textAt(bytes, at, 4);
    const size = bytes.readUInt32LE(at + 4);
    const part = bytes.subarray(at + 8, at + 8 + size);
    if (part.length !== size || !webpParts.has(name)) return false;
    if (!webpPartsWithoutSize.has(name) && !fits(...sizeOfPart(name, part))) return false;
    isSized ||= name === 'VP8 ' || name === 'VP8L';
    at += 8 + size + (size % 2);
  }
  return isSized;
};

/** Color profile (browsers write one into every canvas export) and transparency. */
const webpPartsWithoutSize = new Set(['ICCP', 'ALPH']);
const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', ...webpPartsWithoutSize]);

const sizeOfPart = (name: string, part: Buffer): [number, number] => {
  if (part.length < 10 && name !== 'VP8L') return [0, 0];
  if (part.length < 5) return [0, 0];
  if (name === 'VP8X') return [part.readUIntLE(4, 3) + 1, part.readUIntLE(7, 3) + 1];
  if (name === 'VP8 ') return [part.readUInt16LE(6) & 0x3fff, part.readUInt16LE(8) & 0x3fff];
  const bits = part.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
};

/** Accepts the segments up to the pixels: tables, frame, and the header that every JPEG file has. */
const isPlainJpeg = (bytes: Buffer): boolean => {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xff_d8) return false;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xff_d9) return false;
  let isSized = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xff_da) return isSized;
    if (length < 2 || at + 2 + length > bytes.length || !jpegSegments.has(marker)) return false;
    if (frames.has(marker)) {
      if (length < 8 || !fits(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))) return false;
      isSized = true;
    }
    at += 2 + length;
  }
  return false;
};

/** Baseline and progressive frames. */
const frames = new Set([0xff_c0, 0xff_c2]);
/** JFIF header, color profile, quantization tables, Huffman tables, restart interval, Adobe color transform. */
const jpegSegments = new Set([0xff_e0, 0xff_e2, 0xff_db, 0xff_c4, 0xff_dd, 0xff_ee, ...frames]);
