import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { makeLicenses } from '../../../test/licenses.ts';
import { buy, openCheckout } from '../../../test/purchases.ts';
import { here, uploadFile } from '../../../test/uploads.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const benefit = (description: string, note: string | null) =>
  makeBenefit(stack, { organizationId: seller.organizationId, description, properties: { note } });

const untilGranted = (path: string) =>
  eventually(async () => {
    const { status, body } = await stack.send('GET', `${path}/purchase`);
    expect([status, body.is_granted]).toEqual([200, true]);
    return body;
  });

describe('what was bought', () => {
  it('shows whoever holds the client secret what this purchase was granted', async () => {
    const [chat, thanks] = [
      await benefit('Chat', 'Join at https://chat.example'),
      await benefit('Thanks', null),
    ];
    await benefit('Of nobody', 'Secret of nobody');
    const { path, order, checkout } = await buy(stack, { seller, product: { benefits: [chat, thanks] } });
    const body = await untilGranted(path);
    expect(body).toMatchObject({
      checkout: { id: checkout.id, status: 'succeeded', organization: { name: 'Acme' } },
      order_id: order.id,
      invoice_number: order.invoice_number,
      benefits: [
        { id: chat.id, type: 'custom', description: 'Chat', note: 'Join at https://chat.example' },
        { id: thanks.id, type: 'custom', description: 'Thanks', note: null },
      ],
    });
  });

  it('shows what a subscription was granted, also under the older prefix', async () => {
    const made = await benefit('Club', 'The door is blue');
    const { checkout } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [made] },
    });
    const body = await untilGranted(`/checkouts/custom/client/${checkout.client_secret}`);
    expect(body.benefits).toMatchObject([{ note: 'The door is blue' }]);
  });

  it("shows nothing of the customer's other purchases", async () => {
    const [first, second] = [
      await benefit('First', 'of the first'),
      await benefit('Second', 'of the second'),
    ];
    const one = await buy(stack, { seller, product: { benefits: [first] } });
    const other = await buy(stack, { seller, product: { benefits: [second] } });
    await stack.db.query('UPDATE benefit_grants SET customer_id = $1 WHERE order_id = $2', [
      one.order.customer_id,
      other.order.id,
    ]);
    expect((await untilGranted(one.path)).benefits).toMatchObject([{ note: 'of the first' }]);
    expect((await untilGranted(other.path)).benefits).toMatchObject([{ note: 'of the second' }]);
  });

  it('hands out its files and its key, and not those of the customer’s other purchases', async () => {
    const bytes = Buffer.from('A book');
    const { organizationId, owner } = seller;
    const book = await uploadFile(stack, {
      as: owner,
      bytes,
      body: { organization_id: organizationId, name: 'Book.pdf' },
    });
    const { body: files } = await stack.send('POST', '/benefits/', {
      as: owner,
      body: {
        organization_id: organizationId,
        type: 'downloadables',
        description: 'The book',
        properties: { files: [book.id] },
      },
    });
    const licenses = await makeLicenses(stack, seller, { prefix: 'BOOK' });
    const product = { benefits: [files, licenses] };
    const one = await buy(stack, { seller, product });
    const other = await buy(stack, { seller, product });
    const both = await Promise.all([untilGranted(one.path), untilGranted(other.path)]);
    for (const { benefits } of both)
      expect(benefits).toEqual([
        {
          id: files.id,
          type: 'downloadables',
          description: 'The book',
          note: null,
          files: [
            {
              id: book.id,
              name: 'Book.pdf',
              version: null,
              size: 6,
              size_readable: '6.0 B',
              url: expect.any(String),
            },
          ],
          license_keys: [],
        },
        {
          id: licenses.id,
          type: 'license_keys',
          description: 'A license',
          note: null,
          files: [],
          license_keys: [expect.stringMatching(/^BOOK-/)],
        },
      ]);
    expect(both[0].benefits[1].license_keys).not.toEqual(both[1].benefits[1].license_keys);
    const download = await fetch(here(stack, both[0].benefits[0].files[0].url), { redirect: 'manual' });
    const file = await fetch(here(stack, download.headers.get('location') ?? ''));
    expect(await file.text()).toBe('A book');
  });

  it('shows no longer what was taken back', async () => {
    const made = await benefit('Gone soon', 'A secret');
    const { path } = await buy(stack, { seller, product: { benefits: [made] } });
    await untilGranted(path);
    expect((await stack.send('DELETE', `/benefits/${made.id}`, { as: seller.owner })).status).toBe(204);
    expect((await untilGranted(path)).benefits).toEqual([]);
  });

  it('can still be seen when the checkout has expired', async () => {
    const { path } = await buy(stack, { seller });
    const [, secret] = path.split('/client/');
    await stack.db.query(`UPDATE checkouts SET expires_at = '2020-01-01' WHERE client_secret = $1`, [secret]);
    expect((await stack.send('GET', path)).status).toBe(410);
    expect((await untilGranted(path)).checkout.status).toBe('succeeded');
  });

  it('is nothing before it is paid, and for a secret that nobody has', async () => {
    const { path } = await openCheckout(stack, {
      seller,
      product: { benefits: [await benefit('Later', 'x')] },
    });
    for (const secret of [path, '/checkouts/client/tessera_c_unknown'])
      expect((await stack.send('GET', `${secret}/purchase`)).body).toMatchObject({
        error: 'ResourceNotFound',
      });
  });
});
