import { orderUpdated } from '@tessera/proto/events/billing';
import { extractText, getDocumentProxy } from 'unpdf';
import {
  type BillingStack,
  makeDiscount,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy, makePaper } from '../../test/purchases.ts';
import { createNoStore } from '../files/storage/none.ts';
import { generatePaper, sweepPapers } from './generate.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const paris = { country: 'FR', line1: '12 rue de l’Élysée', postal_code: '75008', city: 'Paris' };
/** A sale of 90.00 less 20 %, taxed as nobody taxes yet, billed to somebody with accents in their name. */
const sell = async (locale = 'en') => {
  const discount = await makeDiscount(stack, { organizationId: seller.organizationId, name: 'Frühling' });
  const sale = await buy(stack, {
    seller,
    product: { name: 'Kurs «Žluťoučký»', price: { priceAmount: 9000 } },
    body: { discount_id: discount.id, locale },
  });
  await stack.db.query(
    'UPDATE orders SET tax_amount = 1440, total_amount = net_amount + 1440 WHERE id = $1',
    [sale.order.id],
  );
  const path = `/orders/${sale.order.id}`;
  const body = { billing_name: 'Zoë Çelik', billing_address: paris };
  expect((await stack.send('PATCH', path, { as: seller.owner, body })).status).toBe(200);
  return { ...sale, path, paper: `${path}/invoice` };
};
const post = (path: string, as = seller.owner) => stack.send('POST', path, { as });
const get = (path: string) => stack.send('GET', path, { as: seller.owner });

const fetchPaper = async (url: string) => {
  const reply = await fetch(url);
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return { reply, text: text.replaceAll(/\s+/g, ' ').trim() };
};

describe('the invoice of an order', () => {
  it('of a subscription says which period it pays for', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const { subscription } = order;
    const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const [start, end] = [subscription.current_period_start, subscription.current_period_end];
    const { text } = await fetchPaper(await makePaper(stack, `/orders/${order.id}/invoice`, seller.owner));
    const period = days.formatRange(new Date(start), new Date(end)).replaceAll(/\s/g, '');
    expect(text.replaceAll(' ', '')).toContain(`Serviceperiod${period}`);
  });

  it('shows seller, buyer, items, discount, tax, number and dates', async () => {
    const { paper, order, email } = await sell();
    const { reply, text } = await fetchPaper(await makePaper(stack, paper, seller.owner));
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toContain(`${order.invoice_number}.pdf`);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(order.created_at),
    );
    // Long addresses are broken between lines.
    expect(text.replaceAll(' ', '')).toBe(
      [
        'Invoice Acme',
        `Invoice number ${order.invoice_number} Date of issue ${day} Date of order ${day}`,
        `From Acme Billed to Zoë Çelik 12 rue de l’Élysée 75008 Paris France ${email}`,
        'Description Amount Kurs «Žluťoučký» $90.00',
        'Subtotal $90.00 Discount: Frühling -$18.00 Net $72.00 Tax $14.40 Total $86.40',
        'This invoice has been paid. There is nothing left to pay.',
        `${order.invoice_number} · 1/1`,
      ]
        .join('')
        .replaceAll(' ', ''),
    );
  });

  it('speaks the language of the checkout', async () => {
    const { paper } = await sell('de-AT');
    const { text } = await fetchPaper(await makePaper(stack, paper, seller.owner));
    for (const words of ['Rechnungsnummer', 'Bestelldatum', 'Frankreich', 'Gesamtbetrag', 'Rabatt: Frühling'])
      expect(text).toContain(words);
  });

  it('freezes the billing details, is told to partners, and is made once', async () => {
    const { paper, path, order } = await sell();
    expect((await get(paper)).status).toBe(404);
    await makePaper(stack, paper, seller.owner);
    const emitted = await stack.events.next(
      orderUpdated,
      ({ orderId, snapshot }) => orderId === order.id && snapshot.includes('"is_invoice_generated":true'),
    );
    expect(JSON.parse(emitted.snapshot)).toMatchObject({ billing_name: 'Zoë Çelik' });
    expect((await get(path)).body.is_invoice_generated).toBe(true);
    const again = await post(paper);
    expect([again.status, again.body.error]).toEqual([409, 'InvoiceAlreadyExists']);
    const change = async (body: object) => {
      const changed = await stack.send('PATCH', path, { as: seller.owner, body });
      return [changed.status, changed.body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))];
    };
    const same = { billing_name: 'Zoë Çelik', billing_address: paris };
    expect(await change({ ...same, billing_name: 'Mallory' })).toEqual([422, ['billing_name']]);
    const elsewhere = { ...paris, city: 'Lyon' };
    expect(await change({ ...same, billing_address: elsewhere })).toEqual([422, ['billing_address']]);
    expect(await change(same)).toEqual([422, ['billing_name', 'billing_address']]);
  });

  it('is refused while billing details are missing or the order is not paid', async () => {
    const { paper, path, order } = await sell();
    const body = { billing_name: null, billing_address: paris };
    await stack.send('PATCH', path, { as: seller.owner, body });
    const nameless = await post(paper);
    expect([nameless.status, nameless.body.error]).toEqual([422, 'MissingInvoiceBillingDetails']);
    expect(typeof nameless.body.detail).toBe('string');
    await stack.db.query(`UPDATE orders SET status = 'pending' WHERE id = $1`, [order.id]);
    const unpaid = await post(paper);
    expect([unpaid.status, unpaid.body.error]).toEqual([422, 'NotPaidOrder']);
  });

  it('is read by the client of the contract, with its errors', async () => {
    const { paper, order } = await sell();
    const polar = await polarAs(stack, tokenOf(seller.organizationId, 'orders:read'));
    await expect(polar.orders.invoice({ id: order.id })).rejects.toMatchObject({ name: 'ResourceNotFound' });
    await polar.orders.generateInvoice({ id: order.id });
    await makePaper(stack, paper, seller.owner).catch(() => undefined);
    const { url } = await polar.orders.invoice({ id: order.id });
    expect(url).toContain('http');
    await expect(polar.orders.generateInvoice({ id: order.id })).rejects.toMatchObject({
      name: 'InvoiceAlreadyExists',
    });
  });

  it('can be fetched for ten minutes', async () => {
    const { paper } = await sell();
    const url = await makePaper(stack, paper, seller.owner);
    expect(Number(new URL(url).searchParams.get('expires'))).toBe(
      Math.floor(stack.clock.now().getTime() / 1000) + 600,
    );
    expect((await fetch(url)).status).toBe(200);
  });

  it('is made by the sweeper when a crash has cut it off, and made twice it is one', async () => {
    const { paper, order } = await sell();
    const { run } = stack.billing.background;
    stack.billing.background.run = () => undefined;
    try {
      expect((await post(paper)).status).toBe(202);
      expect((await post(paper)).status).toBe(202);
    } finally {
      stack.billing.background.run = run;
    }
    await stack.db.query(`UPDATE invoices SET touched_at = now() - interval '1 minute' WHERE order_id = $1`, [
      order.id,
    ]);
    const [row] = await stack.db.query('SELECT id FROM invoices WHERE order_id = $1', [order.id]);
    await Promise.all([sweepPapers(stack.billing, 15), generatePaper(stack.billing, row.id)]);
    expect((await get(paper)).status).toBe(200);
    expect(await stack.db.query('SELECT id FROM invoices WHERE order_id = $1', [order.id])).toHaveLength(1);
  });

  it('needs a place to be kept', async () => {
    const { paper } = await sell();
    const { store } = stack.billing.files;
    stack.billing.files.store = createNoStore();
    try {
      const reply = await post(paper);
      expect([reply.status, reply.body.error]).toEqual([503, 'ServiceUnavailable']);
    } finally {
      stack.billing.files.store = store;
    }
  });
});

describe('the credit note of a refund', () => {
  const refund = async (orderId: string, amount: number) =>
    (
      await stack.send('POST', '/refunds/', {
        as: seller.owner,
        body: { order_id: orderId, reason: 'customer_request', amount },
      })
    ).body;

  it('names the invoice, what goes back with its tax, and counts within the order', async () => {
    const { paper, order } = await sell();
    const first = await refund(order.id, 1800);
    const early = await post(`/refunds/${first.id}/credit-note`);
    expect([early.status, early.body.error]).toEqual([422, 'MissingInvoice']);
    await makePaper(stack, paper, seller.owner);
    const path = `/refunds/${first.id}/credit-note`;
    expect((await get(path)).status).toBe(404);
    const { text } = await fetchPaper(await makePaper(stack, path, seller.owner));
    for (const words of [
      `Credit note number ${order.invoice_number}-C1`,
      `Corrects invoice ${order.invoice_number}`,
      'Refund: Kurs «Žluťoučký» -$18.00',
      'Net -$18.00 Tax -$3.60 Total credited -$21.60',
    ])
      expect(text).toContain(words);
    const again = await post(path);
    expect([again.status, again.body.error]).toEqual([409, 'InvoiceAlreadyExists']);
    const second = await refund(order.id, 100);
    const note = await fetchPaper(await makePaper(stack, `/refunds/${second.id}/credit-note`, seller.owner));
    expect(note.text).toContain(`${order.invoice_number}-C2`);
  });

  it('is nobody else’s', async () => {
    const { order } = await sell();
    const made = await refund(order.id, 100);
    const stranger = await makeSeller(stack);
    for (const method of ['GET', 'POST'])
      expect(
        (await stack.send(method, `/refunds/${made.id}/credit-note`, { as: stranger.owner })).status,
      ).toBe(404);
  });
});
