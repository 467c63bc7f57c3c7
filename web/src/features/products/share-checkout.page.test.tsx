import { BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CheckoutLink, CheckoutLinkCreate, CheckoutLinkPage } from '@tessera/proto/api/billing/checkout-link';
import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { Product, ProductUpdate } from '@tessera/proto/api/billing/product';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { company, newsletter, size } from '../../test/selling.ts';
import { reply } from '../../test/server.ts';

const create = 'POST /billing/v1/checkout-links';
const update = `PATCH /billing/v1/products/${course.id}`;

const open = async (links: CheckoutLink[]) => {
  const page = renderRoute(`/acme/products/${course.id}`, {
    answers: {
      [`GET /billing/v1/products/${course.id}`]: reply(Product, course),
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

  it('hands out the link that there is, but none that presets a discount', async () => {
    const { user, server } = await open([newsletter]);
    const dialog = await share(user);
    expect(await dialog.findByLabelText('Checkout link')).toHaveProperty('value', newsletter.url);
    expect(server.sentTo(create)).toEqual([]);
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
