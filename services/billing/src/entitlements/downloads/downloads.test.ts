import { randomBytes } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import type { PassportClaims } from '@tessera/proto/api/passport';
import {
  benefitCreated,
  benefitGrantCreated,
  benefitGrantRevoked,
  benefitGrantUpdated,
} from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import { buy } from '../../../test/purchases.ts';
import { here, uploadFile, uploadMedia } from '../../../test/uploads.ts';

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

const bytes = randomBytes(500);
const upload = ({ owner, organizationId }: Seller, name = 'Book.pdf') =>
  uploadFile(stack, { as: owner, bytes, body: { organization_id: organizationId, name } });
const benefitOf = (files: string[], archived?: Record<string, boolean>) => ({
  organization_id: seller.organizationId,
  type: 'downloadables',
  description: 'The book',
  properties: { files, ...(archived && { archived }) },
});
const create = (body: object) => stack.send('POST', '/benefits/', { as: seller.owner, body });
const update = (id: string, properties: object) =>
  stack.send('PATCH', `/benefits/${id}`, { as: seller.owner, body: { type: 'downloadables', properties } });

const customer = (customerId: string): PassportClaims => ({
  kind: 'customer',
  sessionId: uuidv7(),
  organizationId: seller.organizationId,
  scope: { customerId },
});
const list = async (as: PassportClaims, query = '') => {
  const { status, body, text } = await stack.send('GET', `/customer-portal/downloadables/${query}`, { as });
  if (status !== 200) throw new Error(text);
  return body;
};
const namesOf = (page: { items: { file: { name: string } }[] }) => page.items.map(({ file }) => file.name);

/** Buys a product with two files, one of them archived, and waits until they are granted. */
const buyFiles = async () => {
  const [book, extra] = [await upload(seller), await upload(seller, 'Extra.pdf')];
  const { body: benefit } = await create(benefitOf([book.id, extra.id], { [extra.id]: true }));
  const sale = await buy(stack, { seller, product: { benefits: [benefit] } });
  const grant = await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === benefit.id);
  const as = customer(sale.order.customer_id);
  await eventually(async () => expect((await list(as)).items).toHaveLength(1));
  return { book, extra, benefit, sale, grant, as };
};
const follow = (link: string) => fetch(here(stack, link), { redirect: 'manual' });

describe('a benefit of type downloadables', () => {
  it('names files in order, and which of them are archived', async () => {
    const [book, extra] = [await upload(seller), await upload(seller)];
    const { status, body } = await create(benefitOf([extra.id, book.id], { [book.id]: true }));
    expect([status, body.properties]).toEqual([
      201,
      { files: [extra.id, book.id], archived: { [book.id]: true } },
    ]);
    const event = await stack.events.next(benefitCreated, ({ benefitId }) => benefitId === body.id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
    const changed = await update(body.id, { files: [book.id] });
    expect(changed.body.properties).toEqual({ files: [book.id], archived: {} });
    const renamed = await stack.send('PATCH', `/benefits/${body.id}`, {
      as: seller.owner,
      body: { type: 'downloadables', description: 'A better name' },
    });
    expect(renamed.body).toMatchObject({ description: 'A better name', properties: { files: [book.id] } });
  });

  it('gives files of its own organization alone', async () => {
    const [own, other] = [await upload(seller), await upload(stranger)];
    const media = await uploadMedia(stack, seller.owner, seller.organizationId);
    for (const files of [
      [own.id, other.id],
      [own.id, media.id],
      [own.id, own.id],
      [own.id, uuidv7()],
    ]) {
      const { status, body } = await create(benefitOf(files));
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'properties', 'files', 1]]);
    }
    expect((await create(benefitOf([]))).body.detail[0].loc).toEqual(['body', 'properties', 'files']);
    expect((await create(benefitOf([own.id], { x: true }))).status).toBe(422);
  });
});

describe('whoever has bought files', () => {
  it('is granted them, finds them and fetches them', async () => {
    const { book, benefit, grant, as } = await buyFiles();
    expect(JSON.parse(grant.snapshot).properties).toEqual({ files: [book.id] });
    const page = await list(as);
    const [{ file, id }] = page.items;
    const { created_at: _created, ...facts } = book;
    expect(page).toEqual({
      items: [
        {
          id: expect.any(String),
          benefit_id: benefit.id,
          file: {
            ...facts,
            download: { url: file.download.url, headers: {}, expires_at: '2026-01-15T12:10:00.000Z' },
          },
        },
      ],
      pagination: { total_count: 1, max_page: 1 },
    });
    expect((await list(as)).items[0].id).toBe(id);
    const answer = await follow(file.download.url);
    expect(answer.status).toBe(302);
    const fetched = await fetch(here(stack, answer.headers.get('location') ?? ''));
    expect(fetched.headers.get('content-disposition')).toContain('Book.pdf');
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
    await follow(file.download.url);
    expect(await stack.db.query('SELECT count FROM downloads WHERE file_id = $1', [book.id])).toEqual([
      { count: 2 },
    ]);
  });

  it('sees what the filters want, and nobody else sees it', async () => {
    const { benefit, sale, as } = await buyFiles();
    expect(
      (await list(as, `?benefit_id=${benefit.id}&organization_id=${seller.organizationId}`)).items,
    ).toHaveLength(1);
    for (const query of [`?benefit_id=${uuidv7()}`, `?organization_id=${stranger.organizationId}`])
      expect(await list(as, query)).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
    expect(await list(as, '?page=2')).toEqual({ items: [], pagination: { total_count: 1, max_page: 1 } });
    expect((await list(customer(uuidv7()))).items).toEqual([]);
    // The session of a checkout shows what it sold.
    const scoped = (checkoutId: string): PassportClaims =>
      ({ ...customer(uuidv7()), scope: { checkoutId } }) as PassportClaims;
    expect((await list(scoped(sale.checkout.id))).items).toHaveLength(1);
    expect((await list(scoped(uuidv7()))).items).toEqual([]);
    for (const other of [seller.owner, undefined])
      expect((await stack.send('GET', '/customer-portal/downloadables', other && { as: other })).status).toBe(
        401,
      );
  });

  it('is refused a link that was changed, that is old, or that is no longer theirs', async () => {
    const { book, as } = await buyFiles();
    const [{ file }] = (await list(as)).items;
    const link: string = file.download.url;
    expect((await follow(link.slice(0, -2))).status).toBe(404);
    expect((await follow(`${link.slice(0, link.lastIndexOf('/'))}/nothing`)).status).toBe(404);
    await stack.send('DELETE', `/files/${book.id}`, { as: seller.owner });
    expect((await follow(link)).status).toBe(410);
    expect((await list(as)).items).toEqual([]);
    stack.clock.advance(600);
    expect((await follow(link)).status).toBe(410);
    stack.clock.advance(-600);
  });

  it('follows when the benefit gives other files', async () => {
    const { book, extra, benefit, as } = await buyFiles();
    await update(benefit.id, { files: [book.id, extra.id] });
    const updated = await stack.events.next(benefitGrantUpdated, ({ benefitId }) => benefitId === benefit.id);
    expect(JSON.parse(updated.snapshot)).toMatchObject({
      properties: { files: [book.id, extra.id] },
      previous_properties: { files: [book.id] },
    });
    expect(namesOf(await list(as))).toEqual(['Book.pdf', 'Extra.pdf']);
    await update(benefit.id, { files: [book.id, extra.id], archived: { [book.id]: true } });
    expect(namesOf(await list(as))).toEqual(['Extra.pdf']);
    await stack.send('DELETE', `/files/${extra.id}`, { as: seller.owner });
    const { body } = await stack.send('GET', `/benefits/${benefit.id}`, { as: seller.owner });
    expect(body.properties).toEqual({ files: [book.id], archived: { [book.id]: true } });
    expect((await list(as)).items).toEqual([]);
  });

  it('is left with no files once the benefit is taken back', async () => {
    const { book, benefit } = await buyFiles();
    await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner });
    const revoked = await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    const { properties, previous_properties } = JSON.parse(revoked.snapshot);
    expect([properties, previous_properties]).toEqual([{}, { files: [book.id] }]);
  });
});
