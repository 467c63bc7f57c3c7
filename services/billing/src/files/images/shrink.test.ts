import sharp from 'sharp';
import { shrink } from './shrink.ts';

const work = { widths: [128, 400], isSquare: false };

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0ffee' } });

const shrunk = async (input: Buffer, wanted: Parameters<typeof shrink>[1] = work): Promise<Buffer[]> => {
  const result = await shrink(input, wanted);
  if ('refused' in result) throw new Error(result.refused);
  return result.pictures;
};

describe('shrink', () => {
  it('makes a WebP of each width, turned as the camera was held, without what the camera wrote down', async () => {
    const input = await picture(1000, 500)
      .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(input).metadata()).exif).toBeDefined();
    const results = await Promise.all((await shrunk(input)).map((result) => sharp(result).metadata()));
    expect(
      results.map(({ format, width, height, exif, orientation }) => ({
        format,
        width,
        height,
        exif,
        orientation,
      })),
    ).toEqual([
      { format: 'webp', width: 128, height: 256, exif: undefined, orientation: undefined },
      { format: 'webp', width: 400, height: 800, exif: undefined, orientation: undefined },
    ]);
  });

  it('leaves a small picture as small as it is, and cuts a square where one is wanted', async () => {
    const input = await picture(200, 100).png().toBuffer();
    const kept = await sharp((await shrunk(input))[1]).metadata();
    expect([kept.width, kept.height]).toEqual([200, 100]);
    const square = await sharp((await shrunk(input, { widths: [128], isSquare: true }))[0]).metadata();
    expect([square.width, square.height]).toEqual([128, 128]);
  });

  it('draws an SVG, whose scripts and links lead nowhere', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">
      <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="5" height="5"/>
      <rect width="10" height="10" fill="red"/></svg>`;
    const [small = Buffer.alloc(0)] = await shrunk(Buffer.from(svg));
    const { format, width } = await sharp(small).metadata();
    expect([format, width]).toEqual(['webp', 128]);
    expect(small.includes('script')).toBe(false);
  });

  it('keeps what moves moving', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 200, height: 200, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp((await shrunk(gif))[0]).metadata()).pages).toBe(2);
  });

  it('refuses what is no picture, is broken, or would take all the memory there is', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    const whole = await picture(500, 500).jpeg().toBuffer();
    const refusals = [
      [Buffer.from('<html><script>alert(1)</script></html>'), /not a JPEG/],
      [Buffer.from('%PDF-1.7'), /not a JPEG/],
      [whole.subarray(0, 100), /cannot be read/],
      [bomb, /too many pixels/],
    ] as const;
    for (const [input, why] of refusals) {
      const result = await shrink(input, work);
      expect('refused' in result ? result.refused : 'taken').toMatch(why);
    }
  }, 60_000);
});
