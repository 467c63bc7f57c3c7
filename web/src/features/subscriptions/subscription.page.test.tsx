import { OrderPage } from '@tessera/proto/api/billing/order';
import { Subscription, SubscriptionUpdate } from '@tessera/proto/api/billing/subscription';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, grace, nothing } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const running: Subscription = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  metadata: {},
  amount: 1200,
  currency: 'usd',
  recurringInterval: 'month',
  recurringIntervalCount: 1,
  trialStart: null,
  trialEnd: null,
  pauseAtPeriodEnd: false,
  pausedAt: null,
  resumesAt: null,
  pendingUpdate: null,
  status: 'active',
  currentPeriodStart: new Date('2026-06-15T12:00:00Z'),
  currentPeriodEnd: new Date('2026-07-15T12:00:00Z'),
  cancelAtPeriodEnd: false,
  canceledAt: null,
  startedAt: new Date('2026-06-15T12:00:00Z'),
  endsAt: null,
  endedAt: null,
  customerId: grace.id,
  productId: course.id,
  discountId: null,
  checkoutId: null,
  customerCancellationReason: null,
  customerCancellationComment: null,
  customFieldData: {},
  customer: grace,
  product: course,
  discount: null,
  prices: course.prices,
  meters: [],
};
const ending: Subscription = { ...running, cancelAtPeriodEnd: true, endsAt: running.currentPeriodEnd };

const one = `/billing/v1/subscriptions/${running.id}`;
const open = async (
  subscription: Subscription,
  answer = reply(Subscription, ending, { takes: SubscriptionUpdate }),
) => {
  const page = renderRoute(`/acme/subscriptions/${running.id}`, {
    answers: {
      [`GET ${one}`]: reply(Subscription, subscription),
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
    await screen.findByText('The subscription ends with its period.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([
      { body: { cancel_at_period_end: true, customer_cancellation_comment: 'Moves away' } },
    ]);
  });

  it('is ended at once only when one says so, and says what is lost', async () => {
    const { ask, user, server } = await open(running);
    const dialog = await ask('Cancel subscription');
    await user.click(dialog.getByRole('radio', { name: /At once/ }));
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
    await screen.findByText('The subscription goes on.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { cancel_at_period_end: false } }]);
  });

  it('offers nothing once it has ended', async () => {
    await open({ ...ending, status: 'canceled', endedAt: new Date('2026-07-15T12:00:00Z') });
    expect(screen.queryByRole('button', { name: /subscription|End now/ })).toBeNull();
  });
});
