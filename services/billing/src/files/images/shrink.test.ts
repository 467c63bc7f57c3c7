import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const svgOf = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">${content}</svg>`;

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
    const red = sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } }).png();
    const folder = await mkdtemp(join(tmpdir(), 'tessera-linked-'));
    await red.toFile(join(folder, 'red.png'));
    await writeFile(join(folder, 'red.svg'), svgOf('<rect id="red" width="100" height="100" fill="red"/>'));
    const asked: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      asked.push(req.url);
      createReadStream(join(folder, 'red.png')).pipe(res);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const image = (href: string) => `<image xlink:href="${href}" width="100" height="100"/>`;
    const inside = `data:image/png;base64,${(await red.toBuffer()).toString('base64')}`;
    const reds = async (content: string): Promise<number> => {
      const [small = Buffer.alloc(0)] = await shrunk(Buffer.from(svgOf(content)));
      const { data, info } = await sharp(small).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, small.includes('script')]).toEqual([128, 128, false]);
      return data.filter((value, at) => at % 3 === 0 && value > 200 && (data[at + 1] ?? 0) < 80).length;
    };
    // A picture within the file is drawn: one that a link leads to would be seen as well.
    expect(await reds(image(inside))).toBe(128 * 128);
    const links = [
      '<script>alert(1)</script>',
      image(`file://${folder}/red.png`),
      image(`${folder}/red.png`),
      image(`${elsewhere}/red.png`),
      `<use xlink:href="file://${folder}/red.svg#red"/>`,
      `<style>@import url("${elsewhere}/red.css");</style>`,
    ];
    for (const link of links) expect([link, await reds(link)]).toEqual([link, 0]);
    const entity = `<!DOCTYPE svg [<!ENTITY red SYSTEM "file://${folder}/red.svg">]>${svgOf('&red;')}`;
    expect(await shrink(Buffer.from(entity), work)).toHaveProperty('refused');
    expect(asked).toEqual([]);
    server.close();
    await rm(folder, { recursive: true });
  }, 60_000);

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
