import { OrderPage } from '@tessera/proto/api/billing/order';
import { Subscription, SubscriptionUpdate } from '@tessera/proto/api/billing/subscription';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';
import { running } from '../../test/subscription.ts';

const end = new Date('2026-07-15T12:00:00Z');
const trialing: Subscription = {
  ...running,
  status: 'trialing',
  trialStart: running.createdAt,
  trialEnd: end,
};
const ending: Subscription = {
  ...trialing,
  cancelAtPeriodEnd: true,
  canceledAt: new Date('2026-06-20T12:00:00Z'),
};

const one = `/billing/v1/subscriptions/${running.id}`;
const open = async (
  subscription: Subscription,
  answer = reply(Subscription, running, { takes: SubscriptionUpdate }),
) => {
  const page = renderRoute(`/acme/subscriptions/${running.id}`, {
    answers: {
      [`GET ${one}`]: reply(Subscription, subscription),
      [`GET ${one}/upcoming`]: refusal(403, { error: 'AlreadyCanceledSubscription', detail: 'Ended.' }),
      'GET /billing/v1/orders': reply(OrderPage, nothing),
      [`PATCH ${one}`]: answer,
    },
  });
  await screen.findByRole('heading', { level: 1, name: course.name });
  return page;
};

describe('a trial', () => {
  it('is ended only after a question that says what is charged', async () => {
    const { user, server } = await open(trialing);
    await user.click(screen.getByRole('button', { name: 'End trial now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End this trial now?' }));
    dialog.getByText(/\$12\.00 is charged/);
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'End trial now' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${one}`)).toMatchObject([{ body: { trial_end: 'now' } }]),
    );
  });

  it('is given another end, at the time of day that it had', async () => {
    const { user, server } = await open(trialing);
    await user.click(screen.getByRole('button', { name: 'Change trial end' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the end of this trial?' }));
    const day = dialog.getByLabelText<HTMLInputElement>('The trial lasts until');
    expect(day.value).toBe('2026-07-15');
    await user.clear(day);
    await user.click(dialog.getByRole('button', { name: 'Change trial end' }));
    await dialog.findByText('This is required.');
    await user.type(day, '2026-08-01');
    await user.click(dialog.getByRole('button', { name: 'Change trial end' }));
    await screen.findByText('The end of the trial was changed.');
    expect(server.sentTo(`PATCH ${one}`)).toMatchObject([
      { body: { trial_end: '2026-08-01T12:00:00.000Z' } },
    ]);
  });

  it('says beside the day that it is over', async () => {
    const msg = 'Must not be in the past.';
    const detail = [{ loc: ['body', 'trial_end'], msg, type: 'value_error', input: null }];
    const { user } = await open(trialing, refusal(422, { error: 'RequestValidationError', detail }));
    await user.click(screen.getByRole('button', { name: 'Change trial end' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the end of this trial?' }));
    await user.click(dialog.getByRole('button', { name: 'Change trial end' }));
    await dialog.findByText(msg);
  });

  it('says why it has no other end, where it is over meanwhile', async () => {
    const msg = 'This subscription has no trial.';
    const detail = [{ loc: ['body', 'trial_end'], msg, type: 'value_error', input: null }];
    const { user, server } = await open(trialing);
    const late = Promise.withResolvers<void>();
    server.on(`PATCH ${one}`, (sent) => {
      server.on(`GET ${one}`, (asked) => late.promise.then(() => reply(Subscription, running)(asked)));
      return refusal(422, { error: 'RequestValidationError', detail })(sent);
    });
    await user.click(screen.getByRole('button', { name: 'Change trial end' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the end of this trial?' }));
    await user.click(dialog.getByRole('button', { name: 'Change trial end' }));
    await dialog.findByText(msg);
    late.resolve();
    await screen.findByText(msg, { ignore: '[role="dialog"] *' });
  });

  it('of whoever has canceled promises no payment, and is ended with its subscription only', async () => {
    await open(ending);
    screen.getByText(/In trial until .*, then the subscription ends/);
    expect(screen.queryByRole('button', { name: 'End trial now' })).toBeNull();
    screen.getByRole('button', { name: 'Keep subscription' });
  });
});

describe('a cancellation', () => {
  it('shows what its customer has said of why', async () => {
    await open({
      ...ending,
      customerCancellationReason: 'missing_features',
      customerCancellationComment: 'No export to Atari.',
    });
    const section = within(screen.getByRole('region', { name: 'Cancellation' }));
    section.getByText('Features are missing');
    section.getByText('No export to Atari.');
  });

  it('says that nothing was said', async () => {
    await open(ending);
    within(screen.getByRole('region', { name: 'Cancellation' })).getByText('Not given');
  });

  it('says why it ended that nobody has canceled', async () => {
    const endedAt = new Date('2026-07-15T12:00:00Z');
    const failed = {
      status: 'canceled',
      canceledAt: endedAt,
      endedAt,
      endedReason: 'payment_failed',
    } as const;
    await open({ ...running, ...failed });
    within(screen.getByRole('region', { name: 'Cancellation' })).getByText('Payment failed');
  });

  it('is nothing of a subscription that goes on', async () => {
    await open(running);
    expect(screen.queryByRole('region', { name: 'Cancellation' })).toBeNull();
  });

  it('cannot be taken back while a payment is overdue', async () => {
    await open({ ...ending, status: 'past_due' });
    expect(screen.queryByRole('button', { name: 'Keep subscription' })).toBeNull();
    screen.getByRole('button', { name: 'End now' });
  });
});
