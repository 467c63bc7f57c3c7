import { BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { MeterPage } from '@tessera/proto/api/billing/meter';
import { PriceChange, PriceChangePage, PriceChangeReach } from '@tessera/proto/api/billing/price-change';
import { Product } from '@tessera/proto/api/billing/product';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { type Handler, reply } from '../../test/server.ts';

const monthly: Product = {
  ...course,
  isRecurring: true,
  recurringInterval: 'month',
  recurringIntervalCount: 1,
};
const planned: PriceChange = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  organizationId: course.organizationId,
  productId: course.id,
  priceIds: course.prices.map(({ id }) => id),
  applies: 'next_period',
  prorationBehavior: null,
  status: 'planned',
  announcedCount: 3,
  pendingCount: 2,
};
const listed = `GET /billing/v1/products/${course.id}/price-changes`;
const reached = `${listed}/reach`;
const withdraw = `DELETE /billing/v1/price-changes/${planned.id}`;
const refused: Handler = () => ({
  status: 403,
  body: { error: 'PriceChangeDone', detail: 'Nothing is left of this change to withdraw.' },
});

const open = (answer: Handler) =>
  renderRoute(`/acme/products/${course.id}`, {
    answers: {
      [`GET /billing/v1/products/${course.id}`]: reply(Product, monthly),
      [listed]: reply(PriceChangePage, pageWith(planned)),
      [reached]: reply(PriceChangeReach, {
        subscriptionsCount: 2,
      }),
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'GET /billing/v1/meters': reply(MeterPage, nothing),
      'GET /billing/v1/custom-fields': reply(CustomFieldPage, nothing),
      [withdraw]: answer,
    },
  });
const ask = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  return within(await screen.findByRole('dialog', { name: 'Withdraw the new prices?' }));
};

describe('giving new prices', () => {
  it('says who still has others, as they get them', async () => {
    const announcing: PriceChange = { ...planned, applies: 'now', status: 'announcing', pendingCount: 0 };
    const page = open(reply(PriceChange, planned));
    page.server.answer(listed, PriceChangePage, pageWith(announcing));
    await screen.findByText('2 subscriptions have different prices.');
    page.server.answer(
      listed,
      PriceChangePage,
      pageWith({ ...announcing, status: 'planned', pendingCount: 1 }),
    );
    page.server.answer(reached, PriceChangeReach, { subscriptionsCount: 1 });
    await screen.findByText(/announced to 3, 1 still has its previous prices/);
    await waitFor(() => expect(screen.queryByText(/have different prices|has different prices/)).toBeNull());
    page.server.answer(listed, PriceChangePage, pageWith({ ...announcing, status: 'done' }));
    page.server.answer(reached, PriceChangeReach, { subscriptionsCount: 0 });
    await screen.findByText(/3 have the new prices/);
  });
});

describe('withdrawing new prices', () => {
  it('is asked about first: customers are told of it', async () => {
    const page = open(reply(PriceChange, { ...planned, status: 'withdrawing' }));
    const dialog = await ask(page);
    dialog.getByText(
      '2 subscriptions keep their previous prices, and their customers are notified by e-mail.',
    );
    expect(page.server.sentTo(withdraw)).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('The new prices are being withdrawn.');
    expect(page.server.sentTo(withdraw)).toHaveLength(1);
  });

  it('says in the same place why it cannot be', async () => {
    const page = open(refused);
    const dialog = await ask(page);
    await page.user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await dialog.findByRole('alert');
  });
});
