import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { typeOfPicture } from './picture-format.ts';

const canvas = (width = 256, height = 256) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 10, alpha: 0.5 } } });

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

describe('a picture that is taken', () => {
  it('is a small WebP or JPEG, and nothing but pixels', async () => {
    expect(typeOfPicture(await canvas().webp().toBuffer())).toBe('image/webp');
    expect(typeOfPicture(await canvas().webp({ lossless: true }).toBuffer())).toBe('image/webp');
    expect(typeOfPicture(await canvas().flatten().jpeg().toBuffer())).toBe('image/jpeg');
    expect(typeOfPicture(await canvas().flatten().jpeg({ progressive: true }).toBuffer())).toBe('image/jpeg');
  });

  it('may name its colors, as browsers do in whatever a canvas makes', async () => {
    const colored = () => canvas().withIccProfile('srgb');
    expect(typeOfPicture(await colored().webp().toBuffer())).toBe('image/webp');
    expect(typeOfPicture(await colored().flatten().jpeg().toBuffer())).toBe('image/jpeg');
  });

  it('is neither of another kind nor large, nor does it move or tell where it was taken', async () => {
    const exif = { IFD0: { Copyright: 'me' } };
    const webp = await canvas().webp().toBuffer();
    const refused = [
      await canvas().png().toBuffer(),
      await canvas(600, 100).webp().toBuffer(),
      await canvas(100, 600).flatten().jpeg().toBuffer(),
      await canvas().flatten().withExif(exif).jpeg().toBuffer(),
      await canvas().withExif(exif).webp().toBuffer(),
      await sharp([await canvas().png().toBuffer(), await canvas().negate().png().toBuffer()], {
        join: { animated: true },
      })
        .webp()
        .toBuffer(),
      webp.subarray(0, -4),
      Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.alloc(0),
      Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8X\xff\xff\xff\xff0123456789', 'latin1'),
    ];
    expect(refused.map(typeOfPicture)).toEqual(refused.map(() => null));
  });
});

describe('the picture of an account', () => {
  const send = (ada: Awaited<ReturnType<typeof signUp>>, bytes: Buffer) =>
    ada.browser.send('POST', '/account-picture', { body: { picture: bytes.toString('base64') } });

  it('is set, shown to everybody at an address of its own, replaced and removed', async () => {
    const ada = await signUp(started.base);
    const first = await canvas().webp().toBuffer();
    const { status, body } = await send(ada, first);
    expect(status).toBe(200);
    expect((await ada.client.getSession()).data?.user.image).toBe(body.image);
    const path = new URL(body.image).pathname.replace('/api/auth', '');
    const fetched = await fetch(`${started.base}${path}`);
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(first);
    expect(Object.fromEntries(fetched.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
    });
    const second = await send(ada, await canvas().flatten().jpeg().toBuffer());
    expect(second.body.image).not.toBe(body.image);
    expect((await fetch(`${started.base}${path}`)).status).toBe(404);
    expect((await ada.browser.send('DELETE', '/account-picture')).status).toBe(200);
    expect((await ada.client.getSession()).data?.user.image).toBeNull();
    expect((await started.stack.db.query('SELECT 1 FROM pictures WHERE user_id = $1', [ada.id])).length).toBe(
      0,
    );
  });

  it('is refused when it is none, and of nobody', async () => {
    const ada = await signUp(started.base);
    expect((await send(ada, Buffer.from('no picture'))).status).toBe(400);
    expect((await send(ada, Buffer.alloc(60_000))).status).toBe(400);
    expect((await ada.browser.send('POST', '/account-picture', { body: { picture: 1 } })).status).toBe(400);
    const nobody = createBrowser(started.base);
    const picture = (await canvas().webp().toBuffer()).toString('base64');
    expect((await nobody.send('POST', '/account-picture', { body: { picture } })).status).toBe(401);
    expect((await nobody.send('DELETE', '/account-picture')).status).toBe(401);
    expect((await fetch(`${started.base}/account-picture/${uuidv7()}`)).status).toBe(404);
    expect((await fetch(`${started.base}/account-picture/x`)).status).toBe(400);
  });
});
