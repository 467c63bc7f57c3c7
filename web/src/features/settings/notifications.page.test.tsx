import { NotificationSettings } from '@tessera/proto/api/billing/notification-settings';
import { screen, waitFor } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const url = '/billing/v1/notification-settings';
const none = {
  organizationId: acme.id,
  newOrder: false,
  newSubscription: false,
  subscriptionCanceled: false,
  paymentFailed: false,
  refund: true,
};

const open = () =>
  renderRoute('/acme/settings/notifications', {
    answers: {
      [`GET ${url}`]: reply(NotificationSettings, none),
      [`PATCH ${url}`]: reply(NotificationSettings, { ...none, newOrder: true }),
    },
  });

describe('the mails one gets', () => {
  it('are switched on one by one', async () => {
    const { server, user } = open();
    const orders = await screen.findByRole('switch', { name: /^Someone makes a purchase/ });
    expect((orders as HTMLInputElement).checked).toBe(false);
    expect((screen.getByRole('switch', { name: /^Money is refunded/ }) as HTMLInputElement).checked).toBe(
      true,
    );
    server.answer(`GET ${url}`, NotificationSettings, { ...none, newOrder: true });
    await user.click(orders);
    await waitFor(() => expect((orders as HTMLInputElement).checked).toBe(true));
    expect(server.sentTo(`PATCH ${url}`).map(({ body }) => body)).toMatchObject([{ new_order: true }]);
  });

  it('stay as they were where that fails', async () => {
    const { server, user } = open();
    const orders = await screen.findByRole('switch', { name: /^Someone makes a purchase/ });
    server.refuse(`PATCH ${url}`, 503);
    await user.click(orders);
    await screen.findByRole('alert');
    expect((orders as HTMLInputElement).checked).toBe(false);
  });
});
