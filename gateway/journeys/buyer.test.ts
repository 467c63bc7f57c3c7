/** What a buyer gets, from the mail to the file, through the gateway with the unmodified client of the contract. */
import { createHash } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { mailTo } from './support/mail.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let seller: Seller;
beforeAll(async () => {
  journey = await shareJourney();
  seller = await createSeller(journey.url);
});
afterAll(() => journey?.stop());

const book = Buffer.from('%PDF-1.4 a short book');
const digest = createHash('sha256').update(book).digest('base64');

/** A file that the seller has uploaded, as part of a benefit of a product. */
const offerBook = async () => {
  const polar = createPartner(journey.url, seller.token);
  const part = { number: 1, chunkStart: 0, chunkEnd: book.length, checksumSha256Base64: digest };
  const { id, upload } = await polar.files.create({
    service: 'downloadable',
    name: 'book.pdf',
    mimeType: 'application/pdf',
    size: book.length,
    checksumSha256Base64: digest,
    upload: { parts: [part] },
  });
  const [target] = upload.parts;
  if (!target) throw new Error('nowhere to send the file to');
  const sent = await fetch(target.url, {
    method: 'PUT',
    headers: target.headers ?? {},
    body: new Uint8Array(book),
  });
  expect(sent.status).toBe(200);
  await polar.files.uploaded({
    id,
    fileUploadCompleted: {
      id: upload.id,
      path: upload.path,
      parts: [{ number: 1, checksumEtag: sent.headers.get('etag') ?? '', checksumSha256Base64: digest }],
    },
  });
  const benefit = await polar.benefits.create({
    type: 'downloadables',
    description: 'The book',
    properties: { files: [id] },
  });
  const product = await polar.products.create({
    name: 'The book',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1_900 }],
  });
  await polar.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } });
  return product;
};

const buyBook = async (customerEmail: string) => {
  const product = await offerBook();
  const polar = createPartner(journey.url, seller.token);
  const { clientSecret } = await polar.checkouts.create({ products: [product.id], customerEmail });
  await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerName: 'Grace Hopper',
      customerBillingName: 'Grace Hopper',
      customerBillingAddress: {
        country: 'FR',
        line1: '1 rue de Rivoli',
        postalCode: '75001',
        city: 'Paris',
      },
    },
  });
  return { product, clientSecret };
};

describe('a buyer', () => {
  it('gets a mail, which leads to their order, its invoice, and what they paid for', async () => {
    const polar = createPartner(journey.url, seller.token);
    const email = 'grace@buyer.example.com';
    const { product, clientSecret } = await buyBook(email);

    const mail = await mailTo(journey.url, email, 'order-confirmation');
    expect(mail.subject).toContain('The book');
    expect(mail.text).toContain('$19.00');
    // The receipt's own link shows the purchase, the other one the customer's pages.
    expect(mail.url).toContain(`/checkout/${clientSecret}/confirmation`);
    const purchase = await fetch(`${journey.url}/api/billing/v1/checkouts/client/${clientSecret}/purchase`);
    expect([purchase.status, await purchase.json()]).toMatchObject([
      200,
      { benefits: [{ description: 'The book' }] },
    ]);
    const customerSession = /customer_session_token=(tessera_cst_\w+)/.exec(mail.text)?.[1] ?? '';

    const { customerPortal } = polar;
    const [order] = (await customerPortal.orders.list({ customerSession }, {})).result.items;
    expect(order).toMatchObject({ totalAmount: 1_900, paid: true, productId: product.id });
    const id = order?.id ?? '';
    await customerPortal.orders.generateInvoice({ customerSession }, { id });
    const invoice = await eventually(() => customerPortal.orders.invoice({ customerSession }, { id }));
    const paper = await fetch(invoice.url);
    expect(paper.status).toBe(200);
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const [download] = (await customerPortal.downloadables.list({ customerSession }, {})).result.items;
    expect(download?.file.name).toBe('book.pdf');
    const file = await fetch(download?.file.download.url ?? '');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(book);
  });

  it('gets the receipt again when its seller sends it', async () => {
    const polar = createPartner(journey.url, seller.token);
    const email = 'ada@buyer.example.com';
    const { product } = await buyBook(email);
    await mailTo(journey.url, email, 'order-confirmation');
    const [order] = (await polar.orders.list({ productId: product.id })).result.items;
    await fetch(`${journey.url}/api/dev/mail`, { method: 'DELETE' });
    const asked = await fetch(`${journey.url}/api/billing/v1/orders/${order?.id}/receipt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.token}` },
    });
    expect(asked.status).toBe(202);
    const mail = await mailTo(journey.url, email, 'order-confirmation');
    expect(mail.subject).toContain('The book');
  });
});
