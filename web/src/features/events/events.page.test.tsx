import { Event, EventPage } from '@tessera/proto/api/billing/event';
import { screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, nothing, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const list = 'GET /billing/v1/events';
const call: Event = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  timestamp: new Date('2026-06-15T12:00:00Z'),
  organizationId: acme.id,
  customerId: grace.id,
  customer: grace,
  externalCustomerId: 'user_42',
  externalId: 'call_1',
  voids: null,
  voidedBy: null,
  isLate: false,
  source: 'user',
  name: 'api.call',
  metadata: { tokens: 12.5, inner_name: true },
};

describe('the events', () => {
  it('are listed with what they hold, searched and narrowed', async () => {
    const { server, user } = renderRoute(`/acme/events?meter=${call.id}`, {
      answers: { [list]: reply(EventPage, pageWith(call)) },
    });
    const table = within(await screen.findByRole('table', { name: 'Events' }));
    await table.findByText('api.call');
    table.getByText('grace@example.com');
    table.getByText('{"tokens":12.5,"inner_name":true}');
    const asked = () => server.sentTo(list).map(({ query }) => [query.get('meter_id'), query.get('query')]);
    expect(asked()).toEqual([[call.id, null]]);
    await user.click(screen.getByRole('button', { name: 'Of one meter' }));
    await waitFor(() => expect(asked().at(-1)).toEqual([null, null]));
    await user.type(screen.getByRole('searchbox'), 'call');
    await waitFor(() => expect(asked().at(-1)).toEqual([null, 'call']));
  });

  it('say how to send the first one, with the address of this installation', async () => {
    const { user } = renderRoute('/acme/events', { answers: { [list]: reply(EventPage, nothing) } });
    await screen.findByText('No events yet');
    await user.click(screen.getByRole('tab', { name: 'Python' }));
    const python = within(screen.getByRole('tabpanel', { name: 'Python' }));
    python.getByText(new RegExp(`"${location.origin}/api/billing/v1/events/ingest"`));
    expect(screen.getByRole('link', { name: 'access token' }).getAttribute('href')).toBe(
      '/acme/settings/tokens',
    );
  });

  it('are shown one by one, as JSON', async () => {
    renderRoute(`/acme/events/${call.id}`, {
      answers: { [`${list}/${call.id}`]: reply(Event, call) },
    });
    await screen.findByText(/"inner_name": true/);
    expect(screen.getByRole('link', { name: 'grace@example.com' }).getAttribute('href')).toBe(
      `/acme/customers/${grace.id}`,
    );
  });
});
