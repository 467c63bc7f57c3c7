/**
 * Resizes one picture in a process of its own: whatever the picture does to its decoder ends with the process. Reads
 * it from standard input; writes each result as its length (four bytes, big-endian) and its bytes.
 */
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import { maxPixels, type PictureWork, refusedExit } from './rules.ts';

const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);
const formats = new Set(['jpeg', 'png', 'gif', 'webp', 'svg']);

/** The density (dpi) at which an SVG is rendered, so that it is sharp at the largest width. */
const densityFor = ({ format, width }: Metadata, largest: number): number =>
  format === 'svg' && width ? Math.min(Math.max((72 * largest) / width, 1), 2_400) : 72;

/** All frames of an animation (-1), or only the first if they have too many pixels. */
const pagesOf = ({ pages = 1, width, height }: Metadata): number =>
  pages * width * height <= maxPixels ? -1 : 1;

const shrink = async (input: Buffer, { widths, isSquare }: PictureWork): Promise<Buffer[]> => {
  const metadata = await sharp(input, { limitInputPixels: maxPixels }).metadata();
  if (!formats.has(metadata.format)) throw new Error(`a picture of the format ${metadata.format}`);
  const isMoving = metadata.format === 'gif' || metadata.format === 'webp';
  const options = {
    limitInputPixels: maxPixels,
    density: densityFor(metadata, Math.max(...widths)),
    failOn: 'error' as const,
    ...(isMoving && { pages: pagesOf(metadata) }),
  };
  const results: Buffer[] = [];
  for (const width of widths) {
    const size = isSquare
      ? { width, height: width, fit: 'cover' as const }
      : { width, withoutEnlargement: true };
    // Metadata, such as the place where a picture was taken, is stripped.
    results.push(await sharp(input, options).autoOrient().resize(size).webp({ quality: 82 }).toBuffer());
  }
  return results;
};

sharp.cache(false);
sharp.concurrency(1);
// Allows only the decoders of the formats in the contract.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });

const work = JSON.parse(process.argv[2] ?? '') as PictureWork;
try {
  for (const result of await shrink(await buffer(process.stdin), work)) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(result.length);
    process.stdout.write(length);
    process.stdout.write(result);
  }
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = refusedExit;
}
