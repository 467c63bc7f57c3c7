import { BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CheckoutLink, CheckoutLinkCreate, CheckoutLinkPage } from '@tessera/proto/api/billing/checkout-link';
import { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { Product, ProductUpdate } from '@tessera/proto/api/billing/product';
import { screen, within } from '@testing-library/react';
import { SharedCheckout } from '../../api/sales/checkouts.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { company, newsletter, size } from '../../test/selling.ts';
import { reply } from '../../test/server.ts';
import { checkoutMistakes, emptyCheckout, requestOf } from './one-checkout-form.ts';

const create = 'POST /billing/v1/checkout-links';
const update = `PATCH /billing/v1/products/${course.id}`;

const open = async (links: CheckoutLink[], product: Product = course) => {
  const page = renderRoute(`/acme/products/${course.id}`, {
    answers: {
      [`GET /billing/v1/products/${course.id}`]: reply(Product, product),
      [update]: reply(Product, course, { takes: ProductUpdate }),
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'GET /billing/v1/custom-fields': reply(CustomFieldPage, pageWith(company, size)),
      'GET /billing/v1/checkout-links': reply(CheckoutLinkPage, links.length ? pageWith(...links) : nothing),
      [create]: reply(CheckoutLink, newsletter, { takes: CheckoutLinkCreate }),
    },
  });
  await screen.findByRole('heading', { name: 'Course', level: 1 });
  return page;
};
const share = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Share checkout link' }));
  return within(await screen.findByRole('dialog', { name: 'Checkout link for Course' }));
};

describe('sharing a product', () => {
  it('makes a link where there is none', async () => {
    const { user, server } = await open([]);
    const dialog = await share(user);
    expect(await dialog.findByLabelText('Checkout link')).toHaveProperty('value', newsletter.url);
    expect(server.sentTo(create)[0]?.body).toMatchObject({ products: [course.id] });
  });

  it('hands out none that asks for more than its sharer might think of', async () => {
    const { user, server } = await open([{ ...newsletter, requireBillingAddress: true }]);
    const dialog = await share(user);
    await dialog.findByLabelText('Checkout link');
    expect(server.sentTo(create)).toHaveLength(1);
  });

  it('hands out the link that there is, but none that presets a discount', async () => {
    const { user, server } = await open([newsletter]);
    const dialog = await share(user);
    expect(await dialog.findByLabelText('Checkout link')).toHaveProperty('value', newsletter.url);
    expect(server.sentTo(create)).toEqual([]);
  });
});

describe('a checkout for one customer', () => {
  const make = 'POST /billing/v1/checkouts';

  it('presets what is known of them, and says where something folded is wrong', async () => {
    const { user, server } = await open([newsletter]);
    server.on(
      make,
      reply(
        SharedCheckout,
        { id: newsletter.id, url: 'http://localhost:3000/checkout/one', expiresAt: new Date() },
        { takes: CheckoutCreate },
      ),
    );
    const dialog = await share(user);
    await user.click(await dialog.findByRole('button', { name: 'For one customer' }));
    await user.type(dialog.getByLabelText('E-mail'), 'grace@example.com');
    await user.click(dialog.getByRole('button', { name: 'Advanced' }));
    await user.type(dialog.getByLabelText('City'), 'Berlin');
    await user.click(dialog.getByRole('button', { name: 'Add metadata' }));
    await user.type(dialog.getByLabelText('Key 1'), 'crm');
    await user.type(dialog.getByLabelText('Value 1'), '42');
    await user.click(dialog.getByRole('button', { name: 'Advanced' }));
    await user.click(dialog.getByRole('button', { name: 'Create checkout' }));
    await dialog.findByText('This is required.');
    await user.type(dialog.getByRole('combobox', { name: 'Country' }), 'Germany{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Create checkout' }));
    expect(await dialog.findByLabelText('Checkout')).toHaveProperty(
      'value',
      'http://localhost:3000/checkout/one',
    );
    expect(server.sentTo(make)[0]?.body).toMatchObject({
      products: [course.id],
      customer_email: 'grace@example.com',
      customer_billing_address: { city: 'Berlin', country: 'DE' },
      customer_metadata: { crm: '42' },
    });
  });

  it('has a trial of its own, where the product is paid again and again', () => {
    const own = { ...emptyCheckout, trial: 'own' as const };
    expect(requestOf({ ...own, trialCount: '14' }, course.id)).toMatchObject({
      trialInterval: 'day',
      trialIntervalCount: 14,
    });
    expect(Object.keys(checkoutMistakes(own, course.id))).toEqual(['trialCount']);
    expect(requestOf({ ...own, trial: 'none' }, course.id)).toMatchObject({ allowTrial: false });
  });
});

describe('the pictures of a product', () => {
  const pictureOf = (id: string, name: string) => ({
    id,
    name,
    organizationId: course.organizationId,
    path: name,
    mimeType: 'image/png',
    size: 1,
    sizeReadable: '1 B',
    storageVersion: null,
    checksumEtag: null,
    checksumSha256Base64: null,
    checksumSha256Hex: null,
    createdAt: course.createdAt,
    lastModifiedAt: null,
    version: null,
    service: 'product_media' as const,
    isUploaded: true,
    publicUrl: `https://files.example/${name}`,
  });
  const medias = [pictureOf(company.id, 'Cover.png'), pictureOf(size.id, 'Inside.png')];

  it('are put in order, which is announced', async () => {
    const { user } = await open([newsletter], { ...course, medias });
    await user.click(screen.getByRole('button', { name: 'Move Cover.png back' }));
    expect(screen.getByText('Cover.png: place 2 of 2').getAttribute('aria-live')).toBe('polite');
    const pictures = within(screen.getByRole('list', { name: 'Pictures' })).getAllByRole('img');
    expect(pictures.map((picture) => picture.getAttribute('alt'))).toEqual(['Inside.png', 'Cover.png']);
  });
});

describe('the custom fields of a product', () => {
  it('are added, made required and put in order', async () => {
    const { user, server } = await open([newsletter]);
    for (const name of ['Company', 'Shirt size']) {
      await user.click(await screen.findByRole('combobox', { name: 'Add a custom field' }));
      await user.click(await screen.findByRole('option', { name }));
    }
    await user.click(screen.getByRole('switch', { name: 'Company is required' }));
    await user.click(screen.getByRole('button', { name: 'Move Shirt size up' }));
    expect(screen.getByText('Shirt size: place 1 of 2').getAttribute('aria-live')).toBe('polite');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Your changes were saved.');
    expect(server.sentTo(update)[0]?.body).toMatchObject({
      attached_custom_fields: [
        { custom_field_id: size.id, required: false },
        { custom_field_id: company.id, required: true },
      ],
    });
  });
});
