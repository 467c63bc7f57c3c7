import { type Discount, DiscountPage } from '@tessera/proto/api/billing/discount';
import { OrderPage } from '@tessera/proto/api/billing/order';
import { Product, ProductPage } from '@tessera/proto/api/billing/product';
import {
  ProjectedInvoice,
  Subscription,
  SubscriptionChangePreview,
  SubscriptionUpdate,
  SubscriptionUpdateProduct,
  type UpcomingInvoice,
} from '@tessera/proto/api/billing/subscription';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { type Handler, refusal, reply } from '../../test/server.ts';
import { running } from '../../test/subscription.ts';

const ending: Subscription = { ...running, cancelAtPeriodEnd: true, endsAt: running.currentPeriodEnd };

const past = new Date('2026-01-15T12:00:00Z');

const yearly: Product = {
  ...course,
  id: '0197a000-0000-7000-8000-0000000000c9',
  name: 'Atlas for a year',
  recurringInterval: 'year',
  recurringIntervalCount: 1,
  isRecurring: true,
};
const next: UpcomingInvoice = {
  date: new Date('2026-07-15T12:00:00Z'),
  billingReason: 'subscription_cycle',
  currency: 'usd',
  subtotalAmount: 1200,
  discountAmount: 0,
  netAmount: 1200,
  taxAmount: 0,
  totalAmount: 1200,
  appliedBalanceAmount: -200,
  dueAmount: 1000,
  items: [{ label: course.name, amount: 1200, taxAmount: 0, proration: false, productPriceId: null }],
};
const preview: SubscriptionChangePreview = {
  productId: yearly.id,
  prorationBehavior: 'invoice',
  amount: 9000,
  currency: 'usd',
  recurringInterval: 'year',
  recurringIntervalCount: 1,
  currentPeriodStart: new Date('2026-06-30T12:00:00Z'),
  currentPeriodEnd: new Date('2027-06-30T12:00:00Z'),
  discountId: null,
  invoice: {
    ...next,
    totalAmount: 8400,
    appliedBalanceAmount: 0,
    dueAmount: 8400,
    items: [
      { label: 'Atlas for a year', amount: 9000, taxAmount: 0, proration: false, productPriceId: null },
      { label: 'Unused time on Course', amount: -600, taxAmount: 0, proration: true, productPriceId: null },
    ],
  },
  nextInvoice: { ...next, date: new Date('2027-06-30T12:00:00Z'), dueAmount: 9000 },
};

const one = `/billing/v1/subscriptions/${running.id}`;
const open = async (
  subscription: Subscription,
  answer: Handler = reply(Subscription, ending, { takes: SubscriptionUpdate }),
) => {
  const page = renderRoute(`/acme/subscriptions/${running.id}`, {
    answers: {
      [`GET ${one}`]: reply(Subscription, subscription),
      [`GET ${one}/upcoming`]: reply(ProjectedInvoice, {
        ...next,
        forecast: { ...next, dueAmount: 1700 },
      }),
      [`POST ${one}/preview`]: reply(SubscriptionChangePreview, preview, {
        takes: SubscriptionUpdateProduct,
      }),
      'GET /billing/v1/products': reply(ProductPage, {
        items: [yearly],
        pagination: { totalCount: 1, maxPage: 1 },
      }),
      [`GET /billing/v1/products/${yearly.id}`]: reply(Product, yearly),
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      [`PATCH ${one}`]: answer,
    },
  });
  await screen.findByRole('heading', { level: 1, name: course.name });
  const ask = async (button: string) => {
    await page.user.click(screen.getByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: 'Cancel this subscription?' }));
  };
  return { ...page, ask };
};

describe('a running subscription', () => {
  it('is cancelled at the end of its period, with what was said of why', async () => {
    const { ask, user, server } = await open(running);
    const dialog = await ask('Cancel subscription');
    await user.type(dialog.getByLabelText('Comment'), 'Moves away');
    await user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    await screen.findByText('The subscription ends when its period ends.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([
      { body: { cancel_at_period_end: true, customer_cancellation_comment: 'Moves away' } },
    ]);
  });

  it('is said to be tried again where a payment is overdue', async () => {
    const { ask } = await open({
      ...running,
      status: 'past_due',
      currentPeriodEnd: new Date('2099-07-15T12:00:00Z'),
    });
    const dialog = await ask('Cancel subscription');
    dialog.getByText(/The overdue payment is still tried until then/);
    expect(dialog.queryByText(/keeps everything until then/)).toBeNull();
  });

  it.each([
    ['it is unpaid', { status: 'unpaid' as const }],
    [
      'its period is over while a payment is overdue',
      { status: 'past_due' as const, currentPeriodEnd: past },
    ],
  ])('can only be ended now where %s', async (_where, changes) => {
    const { user, server } = await open({ ...running, ...changes });
    await user.click(screen.getByRole('button', { name: 'End now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this subscription?' }));
    expect(dialog.queryByText('When does it end?')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'End now' }));
    await screen.findByText('The subscription has ended.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { revoke: true } }]);
  });

  it('asks for no next order once there is none, and again once there is', async () => {
    const { ask, user, server } = await open(running);
    await waitFor(() => expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1));
    server.answer(`GET ${one}`, Subscription, ending);
    const dialog = await ask('Cancel subscription');
    await user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Next payment' })).toBeNull());
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(1);
    server.answer(`PATCH ${one}`, Subscription, running);
    server.answer(`GET ${one}`, Subscription, running);
    await user.click(await screen.findByRole('button', { name: 'Keep subscription' }));
    await screen.findByRole('region', { name: 'Next payment' });
    expect(server.sentTo(`GET ${one}/upcoming`)).toHaveLength(2);
  });

  it('is ended at once only when one says so, and says what is lost', async () => {
    const { ask, user, server } = await open(running);
    const dialog = await ask('Cancel subscription');
    await user.click(dialog.getByRole('radio', { name: /Immediately/ }));
    dialog.getByText(/loses all benefits of this subscription now/);
    await user.click(dialog.getByRole('button', { name: 'End now' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { revoke: true } }]));
  });

  it('stays when one thinks better of it', async () => {
    const { ask, user, server } = await open(running);
    const dialog = await ask('Cancel subscription');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
  });

  it('says in the dialog why it was refused', async () => {
    const refused = refusal(403, { error: 'AlreadyCanceledSubscription', detail: 'Already canceled.' });
    const { ask, user } = await open(running, refused);
    const dialog = await ask('Cancel subscription');
    await user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    await dialog.findByRole('alert');
  });
});

describe('a subscription that is set to end', () => {
  it('can be kept', async () => {
    const { user, server } = await open(ending, reply(Subscription, running, { takes: SubscriptionUpdate }));
    await user.click(screen.getByRole('button', { name: 'Keep subscription' }));
    await screen.findByText('The subscription continues.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { cancel_at_period_end: false } }]);
  });

  it('says why it could not be kept', async () => {
    const { user, server } = await open(ending);
    server.refuse(`PATCH ${one}`, 503);
    await user.click(screen.getByRole('button', { name: 'Keep subscription' }));
    await screen.findByText(/^This part of Tessera is not available/);
  });

  it('offers nothing once it has ended', async () => {
    await open({ ...ending, status: 'canceled', endedAt: new Date('2026-07-15T12:00:00Z') });
    expect(screen.queryByRole('button', { name: /subscription|End now/ })).toBeNull();
  });
});

describe('a subscription that somebody has ended meanwhile', () => {
  const ended = { ...ending, status: 'canceled' as const, endedAt: new Date('2026-07-15T12:00:00Z') };
  const refused = refusal(403, { error: 'AlreadyCanceledSubscription', detail: 'It has ended.' });
  const openEnded = async () => {
    const page = await open(running, refused);
    page.server.on(`PATCH ${one}`, (sent) => {
      page.server.answer(`GET ${one}`, Subscription, ended);
      return refused(sent);
    });
    return page;
  };

  it('says why its product does not change', async () => {
    const { user } = await openEnded();
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    await dialog.findByRole('region', { name: 'What the change costs' });
    await user.click(dialog.getByRole('button', { name: 'Change product' }));
    await screen.findByText('Canceled');
    expect(dialog.getByRole('alert').textContent).toBe('It has ended.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change product' })).toBeNull());
  });

  it('says why it does not pause', async () => {
    const { user } = await openEnded();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Pause at period end' }));
    await screen.findByText('Canceled');
    expect(dialog.getByRole('alert').textContent).toBe('It has ended.');
  });

  it('says why it is not canceled', async () => {
    const { user } = await openEnded();
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    await screen.findByText('Canceled');
    expect(dialog.getByRole('alert').textContent).toBe('It has ended.');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: /Cancel subscription|End now/ })).toBeNull();
  });

  it('says why its discount stays, where that can no longer be removed', async () => {
    const { products: _products, ...discount } = launch;
    const page = await open({ ...running, discountId: launch.id, discount } as Subscription);
    const late = Promise.withResolvers<void>();
    page.server.on(`PATCH ${one}`, (sent) => {
      page.server.on(`GET ${one}`, (asked) => late.promise.then(() => reply(Subscription, ended)(asked)));
      return refused(sent);
    });
    await page.user.click(screen.getByRole('button', { name: 'Remove discount' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Remove discount' }));
    await dialog.findByText('It has ended.');
    late.resolve();
    await screen.findByText('It has ended.', { ignore: '[role="dialog"] *' });
    expect(screen.queryByRole('button', { name: 'Remove discount' })).toBeNull();
  });
});

describe('a subscription that is set to end meanwhile', () => {
  it('is not ended now by the button that would have set it to end', async () => {
    const page = await open(running);
    page.server.on(`PATCH ${one}`, (sent) => {
      page.server.answer(`GET ${one}`, Subscription, ending);
      return refusal(403, { error: 'AlreadyCanceledSubscription', detail: 'It is set to end.' })(sent);
    });
    await page.user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Cancel at period end' }));
    await screen.findByText('Keep subscription');
    dialog.getByText('It is set to end.');
    expect(dialog.queryByRole('button', { name: 'End now' })).toBeNull();
  });
});

describe('the product of a subscription', () => {
  it('is changed after what that costs was shown', async () => {
    const { user, server } = await open(running);
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    await user.click(dialog.getByRole('radio', { name: /Now, charged immediately/ }));
    const costs = within(await dialog.findByRole('region', { name: 'What the change costs' }));
    costs.getByText('-$6.00');
    costs.getByText('$84.00');
    costs.getByText(/Next payment: \$90\.00 on/);
    await user.click(dialog.getByRole('button', { name: 'Change product' }));
    await screen.findByText('The product was changed.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([
      { body: { product_id: yearly.id, proration_behavior: 'invoice' } },
    ]);
  });

  it('is not changed at a cost that could not be shown', async () => {
    const { user, server } = await open(running);
    server.on(`POST ${one}/preview`, refusal(503, { error: 'Unavailable', detail: 'Later.' }));
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    const change = dialog.getByRole<HTMLButtonElement>('button', { name: 'Change product' });
    expect(change.disabled).toBe(true);
    server.on(`POST ${one}/preview`, reply(SubscriptionChangePreview, preview));
    await user.click(again);
    await dialog.findByRole('region', { name: 'What the change costs' });
    expect(change.disabled).toBe(false);
  });

  it('is paid for after the pause that comes first', async () => {
    const { user } = await open({ ...running, pauseAtPeriodEnd: true });
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    await dialog.findByText('Next payment: $90.00, once the subscription is resumed.');
  });

  it('is not paid for beyond its period where it ends beside another subscription', async () => {
    const { user, server } = await open(running);
    server.on(
      `POST ${one}/preview`,
      reply(SubscriptionChangePreview, { ...preview, invoice: null, nextInvoice: null }),
    );
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    await dialog.findByText('Nothing is charged now.');
    dialog.getByText(/^No further payment: .* this one ends on /);
  });

  it('is one that is sold in the currency of the subscription', async () => {
    const { user, server } = await open({ ...running, currency: 'eur' });
    const [price] = yearly.prices;
    const both = {
      ...yearly,
      name: 'Both',
      prices: [price, { ...price, priceCurrency: 'eur', priceAmount: 8000 }],
    };
    server.answer('GET /billing/v1/products', ProductPage, pageWith(yearly, both as Product));
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.click(dialog.getByRole('combobox', { name: 'New product' }));
    await screen.findByRole('option', { name: 'Both · €80.00 / year' });
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('is found by its name among more than a list gives at once, and stays in the field', async () => {
    const { user, server } = await open(running);
    server.on(
      'GET /billing/v1/products',
      reply(ProductPage, ({ query }) =>
        query.get('query') === 'year'
          ? pageWith(yearly)
          : { items: [], pagination: { totalCount: 101, maxPage: 2 } },
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Change product' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change product' }));
    await user.type(dialog.getByRole('combobox', { name: 'New product' }), 'year');
    await user.click(await screen.findByRole('option', { name: /Atlas for a year/ }));
    await dialog.findByRole('region', { name: 'What the change costs' });
    dialog.getByDisplayValue(/Atlas for a year/);
  });

  it('that is planned can be taken back', async () => {
    const pendingUpdate = {
      id: '0197a000-0000-7000-8000-0000000000c8',
      createdAt: new Date('2026-06-16T12:00:00Z'),
      modifiedAt: null,
      appliesAt: new Date('2026-07-15T12:00:00Z'),
      productId: yearly.id,
      priceChangeId: null,
      amount: null,
    };
    const { user, server } = await open({ ...running, pendingUpdate });
    await screen.findByText(/Changes to Atlas for a year on/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { pending_update: null } }]),
    );
  });
});

describe('a subscription that has ended', () => {
  it('says once when', async () => {
    await open({ ...ending, status: 'canceled', endedAt: ending.currentPeriodEnd });
    screen.getByText('Ended');
    screen.getByText('Period until');
    expect(screen.queryByText('Ends')).toBeNull();
  });
});

describe('a new price', () => {
  it('that the seller has announced is shown with what it will be', async () => {
    const pendingUpdate = {
      id: '0197a000-0000-7000-8000-0000000000c8',
      createdAt: new Date('2026-06-16T12:00:00Z'),
      modifiedAt: null,
      appliesAt: new Date('2026-07-15T12:00:00Z'),
      productId: running.productId,
      priceChangeId: '0197a000-0000-7000-8000-0000000000c9',
      amount: 4_900,
    };
    await open({ ...running, pendingUpdate });
    await screen.findByText(/Costs \$49\.00 from/);
    cleanup();
    // It would come with a period that there will not be.
    await open({ ...ending, pendingUpdate });
    expect(screen.queryByText(/Costs \$49\.00/)).toBeNull();
  });

  it('of what is used is no price of a period', async () => {
    const meter = { id: '0197a000-0000-7000-8000-0000000000ca', name: 'API calls' };
    const metered = {
      ...{ id: '0197a000-0000-7000-8000-0000000000cb', createdAt: running.createdAt, modifiedAt: null },
      ...{ isArchived: false, productId: running.productId, type: 'recurring' as const },
      ...{ recurringInterval: 'month' as const, amountType: 'metered_unit' as const, priceCurrency: 'usd' },
      ...{ unitAmount: '10', capAmount: null, unitTiers: null, packageSize: null, minimumAmount: null },
      ...{ meterId: meter.id, meter },
    };
    const pendingUpdate = {
      id: '0197a000-0000-7000-8000-0000000000c8',
      createdAt: new Date('2026-06-16T12:00:00Z'),
      modifiedAt: null,
      appliesAt: new Date('2026-07-15T12:00:00Z'),
      productId: running.productId,
      priceChangeId: '0197a000-0000-7000-8000-0000000000c9',
      amount: 0,
    };
    await open({ ...running, amount: 0, prices: [metered], pendingUpdate });
    await screen.findByText(/Different metered prices from/);
    expect(screen.queryByText(/Costs \$0\.00/)).toBeNull();
  });
});

describe('what comes next', () => {
  it('is shown, less what the customer has to their credit', async () => {
    await open(running);
    const section = within(await screen.findByRole('region', { name: 'Next payment' }));
    section.getByText('-$2.00');
    section.getByText('$10.00');
    section.getByText('≈ $17.00');
  });

  it('is nothing for a subscription that ends', async () => {
    await open(ending);
    expect(screen.queryByRole('heading', { name: 'Next payment' })).toBeNull();
  });
});

describe('a pause', () => {
  it('begins with the end of the period', async () => {
    const { user, server } = await open(running);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause this subscription?' }));
    await user.click(dialog.getByRole('button', { name: 'Pause at period end' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)).toMatchObject([
        { body: { pause_at_period_end: true, resumes_at: null } },
      ]),
    );
  });

  it('says beside the date that it is too early', async () => {
    const msg = 'Must be after the end of the current period.';
    const detail = [{ loc: ['body', 'resumes_at'], msg, type: 'value_error', input: null }];
    const { user } = await open(running, refusal(422, { error: 'RequestValidationError', detail }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Pause this subscription?' }));
    const day = dialog.getByLabelText('Resumes on');
    await user.type(day, '2026-06-01');
    await user.click(dialog.getByRole('button', { name: 'Pause at period end' }));
    await dialog.findByText('Must be after the end of the current period.');
    expect(day.getAttribute('aria-invalid')).toBe('true');
    expect(dialog.queryByText('Some fields need another look.')).toBeNull();
  });

  it('is ended by hand', async () => {
    const paused = { ...running, status: 'unpaid' as const, pausedAt: new Date('2026-07-15T12:00:00Z') };
    const { user, server } = await open(paused);
    screen.getByText('Paused');
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resume this subscription?' }));
    await user.click(dialog.getByRole('button', { name: 'Resume now' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { resume: true } }]));
  });
});

const launch: Discount = {
  id: '0197a000-0000-7000-8000-0000000000d1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  name: 'Launch week',
  code: null,
  type: 'percentage',
  basisPoints: 2500,
  duration: 'repeating',
  durationInMonths: 3,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  maxRedemptionsPerCustomer: null,
  redemptionsCount: 4,
  organizationId: course.organizationId,
  metadata: {},
  products: [],
};

describe('the discount of a subscription', () => {
  it('is chosen among those that it could have', async () => {
    const over = { ...launch, id: '0197a000-0000-7000-8000-0000000000d2', name: 'Over', endsAt: new Date(0) };
    const inEuros: Discount = {
      ...{ ...launch, type: 'fixed', amount: 500, currency: 'eur', duration: 'once' },
      ...{ id: '0197a000-0000-7000-8000-0000000000d3', name: 'In euros' },
    };
    const { user, server } = await open(running, reply(Subscription, running, { takes: SubscriptionUpdate }));
    server.answer('GET /billing/v1/discounts', DiscountPage, {
      items: [launch, over, inEuros],
      pagination: { totalCount: 3, maxPage: 1 },
    });
    await user.click(screen.getByRole('button', { name: 'Apply a discount' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply a discount' }));
    await user.click(dialog.getByRole('combobox', { name: 'Discount' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Launch week · 25% · 3 months']);
    await user.click(options[0] as HTMLElement);
    await user.click(dialog.getByRole('button', { name: 'Apply a discount' }));
    await screen.findByText('The discount was applied.');
    expect(server.sentTo(`PATCH ${one}`).map(({ body }) => body)).toEqual([{ discount_id: launch.id }]);
  });

  it('is taken away after a question', async () => {
    const { products: _products, ...discount } = launch;
    const held = { ...running, discountId: launch.id, discount } as Subscription;
    const { user, server } = await open(held, reply(Subscription, running, { takes: SubscriptionUpdate }));
    const section = within(await screen.findByRole('region', { name: 'Discount' }));
    section.getByText('25% · 3 months');
    await user.click(section.getByRole('button', { name: 'Remove discount' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this discount?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove discount' }));
    await screen.findByText('The discount was removed.');
    expect(server.sentTo(`PATCH ${one}`).map(({ body }) => body)).toEqual([{ discount_id: null }]);
  });

  it('says why the server refuses it', async () => {
    const over = {
      loc: ['body', 'discount_id'],
      msg: 'Discount is no longer redeemable.',
      type: 'value_error',
    };
    const { user, server } = await open(
      running,
      refusal(422, { error: 'RequestValidationError', detail: [over] }),
    );
    server.answer('GET /billing/v1/discounts', DiscountPage, {
      items: [launch],
      pagination: { totalCount: 1, maxPage: 1 },
    });
    await user.click(screen.getByRole('button', { name: 'Apply a discount' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply a discount' }));
    await user.click(dialog.getByRole('combobox', { name: 'Discount' }));
    await user.click(await screen.findByRole('option'));
    await user.click(dialog.getByRole('button', { name: 'Apply a discount' }));
    await dialog.findByText(/no longer/);
  });
});
