import { PaymentAccount, PaymentAccountPage } from '@tessera/proto/api/billing/payment-account';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, options } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const list = 'GET /billing/v1/payment-accounts';
const account = {
  id: 'b1d6a0b4-6a4c-4a4e-8a3e-0f6d6a1c2b3d',
  createdAt: new Date('2026-01-01T10:00:00.000Z'),
  modifiedAt: null,
  organizationId: acme.id,
  processor: 'stripe' as const,
  account: 'acct_1',
  name: 'Acme GmbH',
  country: 'DE',
  publishableKey: 'pk_test_12345678',
  isTestMode: true,
  lastEventAt: null,
  webhookUrl: 'http://localhost:3000/api/billing/v1/integrations/stripe/webhook?organization=1',
};

const open = (answers: NonNullable<Parameters<typeof renderRoute>[1]>['answers'] = {}) =>
  renderRoute('/acme/settings/payments', {
    answers: { [list]: reply(PaymentAccountPage, nothing), ...answers },
  });

describe('the payment account of an organization', () => {
  it('is connected with keys that are sent once and not shown again', async () => {
    const create = 'POST /billing/v1/payment-accounts';
    const { user, server } = open({ [create]: reply(PaymentAccount, account) });
    await user.type(await screen.findByLabelText('Publishable key'), 'pk_test_12345678');
    await user.type(screen.getByLabelText('Restricted key'), 'rk_test_12345678');
    await user.type(screen.getByLabelText('Signing secret'), 'whsec_12345678');
    server.answer(list, PaymentAccountPage, () => pageWith(account));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Test mode');
    expect(server.sentTo(create)[0]?.body).toEqual({
      organization_id: acme.id,
      secret_key: 'rk_test_12345678',
      publishable_key: 'pk_test_12345678',
      webhook_secret: 'whsec_12345678',
    });
    expect(document.body.textContent).not.toContain('rk_test_12345678');
  });

  it('says that payments are made in a sandbox until then, where there is one', async () => {
    open({ 'GET /auth/public-options': reply(PublicOptions, { ...options, hasSandbox: true }) });
    await screen.findByText(/payments are made in a sandbox/);
    screen.getByText('4242 4242 4242 4242');
  });

  it('says nothing of a sandbox where there is none', async () => {
    open({ 'GET /auth/public-options': reply(PublicOptions, { ...options, hasSandbox: false }) });
    await screen.findByLabelText('Publishable key');
    expect(screen.queryByText(/sandbox/)).toBeNull();
  });

  it('says beside the key what is wrong with it', async () => {
    const detail = [
      { loc: ['body', 'secret_key'], msg: 'Stripe does not recognize this key.', type: 'value_error' },
    ];
    const { user } = open({
      'POST /billing/v1/payment-accounts': refusal(422, { error: 'RequestValidationError', detail }),
    });
    await user.type(await screen.findByLabelText('Publishable key'), 'pk_test_12345678');
    await user.type(screen.getByLabelText('Restricted key'), 'rk_test_12345678');
    await user.type(screen.getByLabelText('Signing secret'), 'whsec_12345678');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Stripe does not recognize this key.');
  });

  it('sends the keys that were changed, and nothing where none was', async () => {
    const change = `PATCH /billing/v1/payment-accounts/${account.id}`;
    const { user, server } = open({
      [list]: reply(PaymentAccountPage, pageWith(account)),
      [change]: reply(PaymentAccount, account),
    });
    const changing = async () => {
      await user.click(await screen.findByRole('button', { name: 'Change keys' }));
      return within(await screen.findByRole('dialog', { name: 'Change keys' }));
    };
    const unchanged = await changing();
    unchanged.getByText(/keep their current key/);
    await user.click(unchanged.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const dialog = await changing();
    await user.type(dialog.getByLabelText('Signing secret'), 'whsec_87654321');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('The keys were changed.');
    expect(server.sentTo(change).map(({ body }) => body)).toEqual([{ webhook_secret: 'whsec_87654321' }]);
  });

  it('is disconnected after one question', async () => {
    const end = `DELETE /billing/v1/payment-accounts/${account.id}`;
    const { user, server } = open({
      [list]: reply(PaymentAccountPage, pageWith(account)),
      [end]: () => new Response(null, { status: 204 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Acme GmbH?' }));
    server.answer(list, PaymentAccountPage, () => nothing);
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    await screen.findByLabelText('Restricted key');
    await waitFor(() => expect(server.sentTo(end)).toHaveLength(1));
  });
});
