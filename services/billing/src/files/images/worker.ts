/**
 * Makes pictures smaller, in a process of its own for one picture: what a picture does to its decoder ends with it.
 * Reads the picture from standard input; writes each result as its length (four bytes) and its bytes.
 */
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import { maxPixels, type PictureWork, refusedExit } from './rules.ts';

const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);
const formats = new Set(['jpeg', 'png', 'gif', 'webp', 'svg']);

/** What an SVG is drawn at, so that it is sharp at the largest width. */
const densityFor = ({ format, width }: Metadata, largest: number): number =>
  format === 'svg' && width ? Math.min(Math.max((72 * largest) / width, 1), 2_400) : 72;

/** All frames of what moves, unless they are too many: then it stands still. */
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
    // Metadata is left behind; the place where a picture was taken is nobody's business.
    results.push(await sharp(input, options).autoOrient().resize(size).webp({ quality: 82 }).toBuffer());
  }
  return results;
};

sharp.cache(false);
sharp.concurrency(1);
// Only what can be a picture of the contract is ever given to a decoder.
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
