/** What is made of pictures. */

/** Widths in pixels that pages ask for, smallest first; pictures that are smaller stay so. */
export const widthsOf = {
  product_media: [400, 800, 1600],
  organization_avatar: [128, 512],
} as const;

/** Pixels of a picture, all frames together: more would take more memory than a picture is worth. */
export const maxPixels = 50_000_000;

/** `isSquare`: cut to a square around the middle. */
export type PictureWork = { widths: readonly number[]; isSquare: boolean };

/** What a worker ends with when the picture is at fault. */
export const refusedExit = 3;

const startsWith = (bytes: Buffer, start: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + start.length) === start;

/** Whether bytes begin as a picture does that is taken: JPEG, PNG, GIF, WebP or SVG. Nothing else is decoded. */
export const looksLikePicture = (bytes: Buffer): boolean =>
  startsWith(bytes, '\xff\xd8\xff') ||
  startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  startsWith(bytes, 'GIF8') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
  /^(?:\ufeff)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)[\s>]/i.test(bytes.toString('utf8', 0, 256));
