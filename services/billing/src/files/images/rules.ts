/** The versions and limits of pictures. */

/** Widths in pixels, ascending; smaller pictures are not enlarged. */
export const widthsOf = {
  product_media: [400, 800, 1600],
  organization_avatar: [128, 512],
} as const;

/** Maximum number of pixels of a picture, all frames together; bounds memory. */
export const maxPixels = 50_000_000;

/** `isSquare`: cropped to a square around the center. */
export type PictureWork = { widths: readonly number[]; isSquare: boolean };

/** Exit code of a worker if the picture cannot be read. */
export const refusedExit = 3;

const startsWith = (bytes: Buffer, start: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + start.length) === start;

/** Whether bytes begin like a JPEG, PNG, GIF, WebP or SVG. Nothing else is decoded. */
export const looksLikePicture = (bytes: Buffer): boolean =>
  startsWith(bytes, '\xff\xd8\xff') ||
  startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  startsWith(bytes, 'GIF8') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
  /^(?:\ufeff)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)[\s>]/i.test(bytes.toString('utf8', 0, 256));
