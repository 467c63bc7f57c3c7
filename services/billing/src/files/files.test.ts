import { randomBytes } from 'node:crypto';
import { productUpdated } from '@tessera/proto/events/billing';
import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../../test/factories.ts';
import { fileToCome, here, picture, sendParts, sha256, uploadFile, uploadMedia } from '../../test/uploads.ts';
import { FileEntity } from './entity.ts';
import { graceMilliseconds, settlingMilliseconds, sweepFiles, unfinishedMilliseconds } from './sweep.ts';

let stack: BillingStack;
let seller: Seller;
let stranger: Seller;

beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  stranger = await makeSeller(stack);
});
afterAll(() => stack.stop());

const bytes = randomBytes(1_000);
const create = (body: object, as = seller.owner) => stack.send('POST', '/files/', { as, body });
const owned = (body: object = {}) => ({ organization_id: seller.organizationId, ...body });
const upload = (body: object = {}, of: Buffer = bytes) =>
  uploadFile(stack, { as: seller.owner, bytes: of, body: owned(body) });

describe('createFile', () => {
  it('says where each part is to be sent, and for how long', async () => {
    const body = fileToCome(bytes, owned({ version: '2' }), 400);
    const { status, body: file } = await create(body);
    expect(status).toBe(201);
    expect(file).toEqual({
      id: expect.any(String),
      organization_id: seller.organizationId,
      name: 'A book.pdf',
      path: `downloadable/${seller.organizationId}/${file.id}/A-book.pdf`,
      mime_type: 'application/pdf',
      size: 1000,
      storage_version: null,
      checksum_etag: null,
      checksum_sha256_base64: sha256(bytes),
      checksum_sha256_hex: Buffer.from(sha256(bytes), 'base64').toString('hex'),
      last_modified_at: null,
      version: '2',
      is_uploaded: false,
      service: 'downloadable',
      size_readable: '1000.0 B',
      upload: {
        id: expect.any(String),
        path: file.path,
        parts: body.upload.parts.map((part: object) => ({
          ...part,
          url: expect.stringContaining('http://localhost:3000/api/billing/v1/storage/parts/'),
          expires_at: '2026-01-15T12:10:00.000Z',
          headers: {},
        })),
      },
    });
  });

  it.each([
    ['no service', { service: undefined }, 'body.service'],
    ['an unknown service', { service: 'song' }, 'body.service'],
    ['no name', { name: '' }, 'body.name'],
    ['a blank name', { name: '  ' }, 'body.name'],
    ['nothing in it', { size: 0 }, 'body.size'],
    ['a type that would break a header', { mime_type: 'text/html\r\nx: y' }, 'body.mime_type'],
    ['a picture that is none', { service: 'product_media' }, 'body.mime_type'],
    ['a large picture', { service: 'product_media', mime_type: 'image/png', size: 10_485_761 }, 'body.size'],
    [
      'a large avatar',
      { service: 'organization_avatar', mime_type: 'image/png', size: 1_048_577 },
      'body.size',
    ],
    ['no parts', { upload: { parts: [] } }, 'body.upload.parts'],
    ['parts that leave something out', { size: 1002 }, 'body.upload.parts.0.chunk_end'],
    ['a checksum that is none', { checksum_sha256_base64: 'abc' }, 'body.checksum_sha256_base64'],
  ])('refuses %s with a 422 that names the field', async (_what, changes, loc) => {
    const { status, body } = await create(fileToCome(bytes, owned(changes)));
    expect([status, body.detail?.[0].loc.join('.')]).toEqual([422, loc]);
  });

  it('asks for the organization of a user, and for none of a token', async () => {
    const body = fileToCome(bytes);
    expect((await create(body)).body.detail[0]).toMatchObject({
      loc: ['body', 'organization_id'],
      type: 'missing',
    });
    const token = tokenOf(seller.organizationId, 'files:write');
    expect((await create(body, token)).status).toBe(201);
    expect((await create(owned(body), token)).body.detail[0].type).toBe('organization_token');
    expect((await create(owned(body), stranger.owner)).status).toBe(422);
    expect((await create(owned(body), seller.member)).status).toBe(403);
  });
});

describe('sending a part', () => {
  it.each([
    ['JSON', 'application/json', '{"title": "A book"}'],
    ['JSON that is none', 'application/json', '{"title": '],
    ['JSON above the largest body', 'application/json', JSON.stringify('x'.repeat(2_000_000))],
    ['what curl takes for a form', 'application/x-www-form-urlencoded', 'A book.'],
  ])('takes %s as it comes', async (_what, type, text) => {
    const content = Buffer.from(text);
    const { body: file } = await create(fileToCome(content, owned()));
    const [part] = file.upload.parts;
    const sent = await fetch(here(stack, part.url), {
      method: 'PUT',
      headers: { 'content-type': type },
      body: content,
    });
    expect([sent.status, sent.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
  });
});

describe('renewUpload', () => {
  it('says anew where parts are to be sent, as long as they are not all there', async () => {
    const { body: file } = await create(fileToCome(bytes, owned()));
    stack.clock.advance(601);
    await expect(sendParts(stack, file, bytes)).rejects.toThrow('expired');
    const renew = () => stack.send('POST', `/files/${file.id}/upload`, { as: seller.owner });
    const { body: renewed } = await renew();
    const body = await sendParts(stack, renewed, bytes);
    const done = await stack.send('POST', `/files/${file.id}/uploaded`, { as: seller.owner, body });
    expect([done.status, (await renew()).status]).toEqual([200, 403]);
    stack.clock.advance(-601);
  });
});

describe('completeUpload', () => {
  it('makes a file of its parts, and answers the same however often it is told', async () => {
    const { body: file } = await create(fileToCome(bytes, owned(), 400));
    const body = await sendParts(stack, file, bytes);
    const path = `/files/${file.id}/uploaded`;
    const replies = await Promise.all([1, 2].map(() => stack.send('POST', path, { as: seller.owner, body })));
    const [first] = replies;
    expect(first?.body).toEqual({
      id: file.id,
      organization_id: seller.organizationId,
      name: 'A book.pdf',
      path: file.path,
      mime_type: 'application/pdf',
      size: 1000,
      storage_version: null,
      checksum_etag: expect.stringMatching(/^[0-9a-f]{64}-3$/),
      checksum_sha256_base64: sha256(bytes),
      checksum_sha256_hex: file.checksum_sha256_hex,
      last_modified_at: '2026-01-15T12:00:00.000Z',
      version: null,
      service: 'downloadable',
      is_uploaded: true,
      created_at: '2026-01-15T12:00:00.000Z',
      size_readable: '1000.0 B',
    });
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stack.send('POST', path, { as: seller.owner, body })).body).toEqual(first?.body);
    const { body: link } = await stack.send('GET', `/files/${file.id}/download`, { as: seller.member });
    const fetched = await fetch(here(stack, link.url));
    expect(fetched.headers.get('content-disposition')).toBe('attachment; filename="A book.pdf"');
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('refuses what is not what was declared', async () => {
    const { body: file } = await create(
      fileToCome(bytes, owned({ checksum_sha256_base64: sha256(randomBytes(3)) }), 400),
    );
    const body = await sendParts(stack, file, bytes);
    const done = (changes: object) =>
      stack.send('POST', `/files/${file.id}/uploaded`, { as: seller.owner, body: { ...body, ...changes } });
    const loc = async (changes: object) => {
      const reply = await done(changes);
      return [reply.status, reply.body.detail[0].loc.join('.')];
    };
    expect(await loc({ id: 'other' })).toEqual([422, 'body.id']);
    expect(await loc({ path: 'other' })).toEqual([422, 'body.path']);
    expect(await loc({ parts: body.parts.slice(0, 2) })).toEqual([422, 'body.parts.1']);
    const [first, ...rest] = body.parts;
    expect(await loc({ parts: [{ ...first, checksum_etag: 'other' }, ...rest] })).toEqual([
      422,
      'body.parts',
    ]);
    // All parts are right, and yet they do not make the file that was announced.
    expect(await loc({})).toEqual([422, 'body.parts']);
    expect((await stack.send('GET', `/files?ids=${file.id}`, { as: seller.owner })).body.items).toEqual([]);
  });

  it('shows a picture to everybody, smaller, in its widths, without what was hidden in it', async () => {
    const photo = await sharp(await picture(2000, 1000))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer();
    const media = await upload(
      { service: 'product_media', mime_type: 'image/jpeg', name: 'cover.jpg' },
      photo,
    );
    expect(media.public_url).toBe(`http://localhost:3000/api/billing/v1/media/${media.id}/1600.webp`);
    const url = here(stack, media.public_url);
    const large = await fetch(url);
    expect(Object.fromEntries(large.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
    });
    const body = Buffer.from(await large.arrayBuffer());
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    expect(body.includes('secret place')).toBe(false);
    const small = Buffer.from(await (await fetch(url.replace('1600', '400'))).arrayBuffer());
    expect(await sharp(small).metadata()).toMatchObject({ width: 400, height: 200 });
    const kept = { 'if-none-match': large.headers.get('etag') ?? '' };
    expect((await fetch(url, { headers: kept })).status).toBe(304);
    expect((await fetch(url.replace('1600', '401'))).status).toBe(422);
    expect((await fetch(url.replace(media.id, uuidv7()))).status).toBe(404);
  });

  it('cuts an avatar to a square, and refuses a page that says it is a picture', async () => {
    const avatar = await upload(
      { service: 'organization_avatar', mime_type: 'image/png' },
      await picture(600, 300),
    );
    const shown = Buffer.from(await (await fetch(here(stack, avatar.public_url))).arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ width: 512, height: 512 });
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const { body: file } = await create(
      fileToCome(page, owned({ service: 'product_media', mime_type: 'image/svg+xml' })),
    );
    const body = await sendParts(stack, file, page);
    const refused = await stack.send('POST', `/files/${file.id}/uploaded`, { as: seller.owner, body });
    expect([refused.status, refused.body.detail[0].msg]).toEqual([
      422,
      expect.stringContaining('not a JPEG'),
    ]);
  });

  it('is checked in turn with those of other sellers, which may take long', async () => {
    const slow = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { checkInTurn } = stack.billing.files;
    const held = slow.map(({ promise }) => checkInTurn(stranger.organizationId, () => promise));
    let isOver = false;
    const own = uploadMedia(stack, seller.owner, seller.organizationId).finally(() => {
      isOver = true;
    });
    // Is not a picture, so that nothing of it is read again.
    await upload();
    expect(isOver).toBe(false);
    slow[0]?.resolve();
    expect((await own).is_uploaded).toBe(true);
    slow[1]?.resolve();
    await Promise.all(held);
  });
});

describe('listFiles', () => {
  it('shows what was uploaded: filtered, sorted and in pages', async () => {
    const book = await upload({ name: 'Book' });
    const song = await upload({ name: 'A song_1' }, randomBytes(2_000));
    const media = await uploadMedia(stack, seller.owner, seller.organizationId);
    await create(fileToCome(bytes, owned()));
    const names = async (query: string) => {
      const { body } = await stack.send('GET', `/files/?${query}`, { as: seller.member });
      return [body.items.map(({ name }: { name: string }) => name), body.pagination];
    };
    const all = { total_count: 3, max_page: 1 };
    expect(await names('')).toEqual([['cover.png', 'A song_1', 'Book'], all]);
    expect(await names('limit=1&page=2')).toEqual([['A song_1'], { total_count: 3, max_page: 3 }]);
    expect(await names(`ids=${book.id}&ids=${media.id}&ids=${uuidv7()}`)).toEqual([
      ['cover.png', 'Book'],
      { total_count: 2, max_page: 1 },
    ]);
    expect(await names(`ids=${song.id}`)).toEqual([['A song_1'], { total_count: 1, max_page: 1 }]);
    expect(await names('service=downloadable&sorting=-size')).toEqual([
      ['A song_1', 'Book'],
      { total_count: 2, max_page: 1 },
    ]);
    expect(await names('query=_')).toEqual([['A song_1'], { total_count: 1, max_page: 1 }]);
    expect(await names(`organization_id=${stranger.organizationId}`)).toEqual([
      [],
      { total_count: 0, max_page: 0 },
    ]);
    for (const query of ['ids=x', 'service=song', 'limit=0', 'sorting=path'])
      expect((await stack.send('GET', `/files?${query}`, { as: seller.owner })).status).toBe(422);
  });
});

describe('getFile', () => {
  it('shows one that was uploaded, to members and to tokens that may read, as the list does', async () => {
    const file = await upload();
    const get = (id: string, as = seller.member) => stack.send('GET', `/files/${id}`, { as });
    const { status, body } = await get(file.id);
    expect([status, body]).toEqual([200, file]);
    expect((await get(file.id, tokenOf(seller.organizationId, 'files:read'))).body).toEqual(file);
    expect((await get(file.id, tokenOf(seller.organizationId, 'products:read'))).status).toBe(403);
    expect((await get(file.id, stranger.owner)).status).toBe(404);
    const begun = await create(fileToCome(bytes, owned()));
    expect((await get(begun.body.id)).status).toBe(404);
  });
});

describe('updateFile', () => {
  it('gives another name and version, and leaves the rest', async () => {
    const file = await upload({ version: '1' });
    const update = (body: object) => stack.send('PATCH', `/files/${file.id}`, { as: seller.owner, body });
    const { body } = await update({ name: 'Other.pdf', version: '2' });
    expect(body).toEqual({ ...file, name: 'Other.pdf', version: '2' });
    expect((await update({ name: null })).body).toMatchObject({ name: 'Other.pdf', version: '2' });
    expect((await update({ version: null })).body.version).toBeNull();
    expect((await update({ name: '' })).status).toBe(422);
  });

  it('keeps names from macOS composed, as other systems show them', async () => {
    const file = await upload({ name: 'Übung 한글.pdf'.normalize('NFD') });
    expect(file.name).toBe('Übung 한글.pdf'.normalize('NFC'));
    const body = { name: 'Größe é.pdf'.normalize('NFD') };
    const renamed = await stack.send('PATCH', `/files/${file.id}`, { as: seller.owner, body });
    expect(renamed.body.name).toBe('Größe é.pdf'.normalize('NFC'));
  });
});

describe('deleteFile', () => {
  it('takes it off lists and products at once', async () => {
    const { organizationId, owner } = seller;
    const [first, second] = [
      await uploadMedia(stack, owner, organizationId),
      await uploadMedia(stack, owner, organizationId),
    ];
    const { body: product } = await stack.send('POST', '/products', {
      as: owner,
      body: {
        name: 'A course',
        recurring_interval: null,
        prices: [{ amount_type: 'free' }],
        medias: [first.id, second.id],
        organization_id: organizationId,
      },
    });
    expect((await stack.send('DELETE', `/files/${first.id}`, { as: owner })).status).toBe(204);
    const event = await stack.events.next(productUpdated, ({ productId }) => productId === product.id);
    expect(JSON.parse(event.snapshot).medias).toEqual([second]);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/download'],
    ] as const)
      expect(
        (
          await stack.send(method, `/files/${first.id}${path}`, {
            as: owner,
            body: method === 'PATCH' ? {} : undefined,
          })
        ).status,
      ).toBe(404);
    expect((await stack.send('GET', '/files', { as: owner })).body.items).toEqual([second]);
  });
});

describe('sweepFiles', () => {
  const later = (milliseconds: number) =>
    sweepFiles({ ...stack.billing, now: () => new Date(stack.clock.now().getTime() + milliseconds) });

  it('lets go of what was deleted some days ago, and of nothing else', async () => {
    const kept = await upload();
    const deleted = await uploadMedia(stack, seller.owner, seller.organizationId);
    await stack.send('DELETE', `/files/${deleted.id}`, { as: seller.owner });
    const isThere = async () => (await fetch(here(stack, deleted.public_url))).ok;
    await later(graceMilliseconds - 1_000);
    expect(await isThere()).toBe(true);
    await later(graceMilliseconds + 1_000);
    expect(await isThere()).toBe(false);
    const { body: link } = await stack.send('GET', `/files/${kept.id}/download`, { as: seller.owner });
    expect((await fetch(here(stack, link.url))).status).toBe(200);
  });

  it('lets go of an upload that nobody finished, with its bytes, after a day and an hour', async () => {
    const { body: unfinished } = await create(fileToCome(bytes, owned()));
    const completion = await sendParts(stack, unfinished, bytes);
    const present = () => stack.db.manager.findOneBy(FileEntity, { id: unfinished.id });
    await later(unfinishedMilliseconds - 1_000);
    expect(await present()).toMatchObject({ deletedAt: null });
    await later(unfinishedMilliseconds + 1_000);
    const late = await stack.send('POST', `/files/${unfinished.id}/uploaded`, {
      as: seller.owner,
      body: completion,
    });
    expect(late.status).toBe(404);
    // A completion that began in time may still be writing.
    expect(await present()).not.toBeNull();
    await sendParts(stack, unfinished, bytes);
    await later(unfinishedMilliseconds + settlingMilliseconds + 2_000);
    expect(await present()).toBeNull();
    await expect(sendParts(stack, unfinished, bytes)).rejects.toThrow('This upload has already ended.');
  });
});

describe('the border around files', () => {
  it('lets no other organization in, and members look only', async () => {
    const file = await upload();
    const { body: open } = await create(fileToCome(bytes, owned()));
    const calls = [
      ['PATCH', `/files/${file.id}`, { name: 'Mine' }],
      ['DELETE', `/files/${file.id}`, undefined],
      [
        'POST',
        `/files/${open.id}/uploaded`,
        {
          id: open.upload.id,
          path: open.path,
          parts: [{ number: 1, checksum_etag: 'x', checksum_sha256_base64: null }],
        },
      ],
    ] as const;
    for (const as of [stranger.owner, tokenOf(stranger.organizationId, 'files:write')]) {
      for (const [method, path, body] of calls)
        expect((await stack.send(method, path, { as, body })).status).toBe(404);
      expect((await stack.send('GET', `/files/${file.id}/download`, { as })).status).toBe(404);
      expect((await stack.send('GET', `/files?ids=${file.id}`, { as })).body.items).toEqual([]);
    }
    for (const [method, path, body] of calls) {
      expect((await stack.send(method, path, { as: seller.member, body })).status).toBe(403);
      const reader = tokenOf(seller.organizationId, 'files:read');
      const refused = await stack.send(method, path, { as: reader, body });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
      expect((await stack.send(method, path, { body })).status).toBe(401);
    }
  });

  it('lets a product show pictures of its own organization alone', async () => {
    const { owner, organizationId } = seller;
    const own = await uploadMedia(stack, owner, organizationId);
    const other = await uploadMedia(stack, stranger.owner, stranger.organizationId);
    const book = await upload();
    const make = (medias: string[]) =>
      stack.send('POST', '/products', {
        as: owner,
        body: {
          name: 'A course',
          recurring_interval: null,
          prices: [{ amount_type: 'free' }],
          medias,
          organization_id: organizationId,
        },
      });
    for (const medias of [
      [own.id, other.id],
      [own.id, book.id],
      [own.id, own.id],
      [own.id, uuidv7()],
    ]) {
      const { status, body } = await make(medias);
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'medias', 1]]);
    }
    const { body: product } = await make([own.id]);
    expect(product.medias).toEqual([own]);
    const another = await uploadMedia(stack, owner, organizationId);
    const change = async (medias: string[] | null) => {
      const { body } = await stack.send('PATCH', `/products/${product.id}`, { as: owner, body: { medias } });
      return body.medias.map(({ id }: { id: string }) => id);
    };
    expect(await change([another.id, own.id])).toEqual([another.id, own.id]);
    expect(await change(null)).toEqual([another.id, own.id]);
    expect(await change([])).toEqual([]);
  });
});
