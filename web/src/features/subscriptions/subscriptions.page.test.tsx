import { SubscriptionPage } from '@tessera/proto/api/billing/subscription';
import { screen } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

describe('the list of subscriptions', () => {
  it('is taken away as a file of the server, by the same filters', async () => {
    renderRoute('/acme/subscriptions?show=ended&status=canceled&query=grace&sort=-amount', {
      answers: { 'GET /billing/v1/subscriptions': reply(SubscriptionPage, nothing) },
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Export CSV' });
    const file = new URL(link.href);
    expect(file.pathname).toBe('/api/billing/v1/subscriptions/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({
      organization_id: acme.id,
      active: 'false',
      status: 'canceled',
      query: 'grace',
    });
  });
});
