import { CustomerPage } from '@tessera/proto/api/billing/customer';
import { Event, EventPage, EventsIngestResponse } from '@tessera/proto/api/billing/event';
import { MeterPage } from '@tessera/proto/api/billing/meter';
import { toWire } from '@tessera/proto/api/wire';
import { screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { grace, nothing, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

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
    await user.click(screen.getByRole('button', { name: 'One meter' }));
    await waitFor(() => expect(asked().at(-1)).toEqual([null, null]));
    await user.type(screen.getByRole('searchbox'), 'call');
    await waitFor(() => expect(asked().at(-1)).toEqual([null, 'call']));
  });

  it('are followed as they arrive when that is switched on', async () => {
    const { user } = renderRoute('/acme/events', {
      answers: {
        [list]: reply(EventPage, nothing),
        'GET /billing/v1/customers': reply(CustomerPage, nothing),
        'GET /billing/v1/meters': reply(MeterPage, nothing),
      },
    });
    // Of an empty list too: that is when one waits for the first.
    const live = await screen.findByRole<HTMLInputElement>('switch', { name: 'Live' });
    await screen.findByText('No events yet');
    await user.click(live);
    expect(live.checked).toBe(true);
    await user.click(live);
    expect(live.checked).toBe(false);
  });

  it('are narrowed by day and by what they hold, in the address', async () => {
    const { server, user } = renderRoute('/acme/events?from=2026-06-01&until=2026-06-15&key=plan&value=pro', {
      answers: { [list]: reply(EventPage, pageWith(call)) },
    });
    await screen.findByRole('table', { name: 'Events' });
    const asked = () =>
      server
        .sentTo(list)
        .map(({ query }) => [
          query.get('start_timestamp'),
          query.get('end_timestamp'),
          query.get('metadata[model]'),
          query.get('metadata[plan]'),
        ]);
    const beginning = (month: number, day: number) => new Date(2026, month - 1, day).toISOString();
    await waitFor(() => expect(asked()).toEqual([[beginning(6, 1), beginning(6, 16), null, 'pro']]));
    const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
    expect(file.pathname).toBe('/api/billing/v1/events/export');
    expect(Object.fromEntries(file.searchParams)).toEqual({
      organization_id: acme.id,
      start_timestamp: beginning(6, 1),
      end_timestamp: beginning(6, 16),
      'metadata[plan]': 'pro',
    });
    await user.click(screen.getByRole('button', { name: 'Metadata: plan = pro' }));
    await user.clear(await screen.findByLabelText('Key'));
    await user.type(screen.getByLabelText('Key'), 'model');
    await user.clear(screen.getByLabelText('Value'));
    await user.type(screen.getByLabelText('Value'), 'large');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(asked().at(-1)?.slice(2)).toEqual(['large', null]));
    await user.click(screen.getByRole('button', { name: 'Remove the filter Metadata' }));
    await waitFor(() => expect(asked().at(-1)?.slice(2)).toEqual([null, null]));
  });

  it('are followed as they come in, once that is asked for', async () => {
    const { server, user } = renderRoute('/acme/events', {
      answers: { [list]: reply(EventPage, pageWith(call)) },
    });
    await screen.findByText('api.call');
    server.answer(list, EventPage, pageWith({ ...call, name: 'just.now' }));
    await user.click(screen.getByRole('switch', { name: 'Live' }));
    await screen.findByText('just.now', {}, { timeout: 10_000 });
  });

  it('say how to send the first one, with the address of this installation', async () => {
    const { user } = renderRoute('/acme/events', {
      answers: {
        [list]: reply(EventPage, nothing),
        'GET /billing/v1/meters': reply(MeterPage, nothing),
        'GET /billing/v1/customers': reply(CustomerPage, pageWith(grace)),
      },
    });
    await screen.findByText('No events yet');
    await screen.findByText(new RegExp(`"customer_id": "${grace.id}"`));
    await user.click(screen.getByRole('tab', { name: 'Python' }));
    const python = within(screen.getByRole('tabpanel', { name: 'Python' }));
    python.getByText(new RegExp(`"${location.origin}/api/billing/v1/events/ingest"`));
    expect(screen.getByRole('link', { name: 'access token' }).getAttribute('href')).toBe(
      '/acme/settings/tokens',
    );
  });

  it('are taken back one by one, and say why they cannot be', async () => {
    const ingest = 'POST /billing/v1/events/ingest';
    const over = 'The period in which the event was counted has closed.';
    const detail = [{ loc: ['body', 'events', 0, 'voids'], msg: over, type: 'value_error' }];
    const { server, user } = renderRoute(`/acme/events/${call.id}`, {
      answers: {
        [`${list}/${call.id}`]: reply(Event, call),
        [ingest]: refusal(422, { error: 'RequestValidationError', detail }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Void' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Void this event?' }));
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    await dialog.findByText(over);
    server.answer(ingest, EventsIngestResponse, { inserted: 1, duplicates: 0 });
    server.answer(`${list}/${call.id}`, Event, { ...call, voidedBy: '0197a000-0000-7000-8000-0000000000f2' });
    await user.click(dialog.getByRole('button', { name: 'Void' }));
    await screen.findByText('Voided');
    expect(screen.queryByRole('button', { name: 'Void' })).toBeNull();
    expect(server.sentTo(ingest).at(-1)?.body).toEqual({
      events: [
        {
          organization_id: acme.id,
          customer_id: grace.id,
          name: 'api.call',
          voids: 'call_1',
        },
      ],
    });
  });

  it('are shown one by one, as JSON with all that the API says of them', async () => {
    const corrected: Event = { ...call, voidedBy: '0197a000-0000-7000-8000-0000000000f2', isLate: true };
    renderRoute(`/acme/events/${call.id}`, {
      answers: { [`${list}/${call.id}`]: reply(Event, corrected) },
    });
    const json = await screen.findByText(/"inner_name": true/);
    const { customer: _customer, ...fields } = toWire(Event, corrected, 'snake') as Record<string, unknown>;
    expect(JSON.parse(json.textContent)).toEqual(JSON.parse(JSON.stringify(fields)));
    expect(screen.getByRole('link', { name: /^grace@\s?example\.com$/ }).getAttribute('href')).toBe(
      `/acme/customers/${grace.id}`,
    );
  });

  it('lead to no page of a customer who was deleted', async () => {
    const deleted: Event = { ...call, customer: { ...grace, deletedAt: new Date('2026-06-16T12:00:00Z') } };
    renderRoute(`/acme/events/${call.id}`, {
      answers: { [`${list}/${call.id}`]: reply(Event, deleted) },
    });
    const address = await screen.findByText(/grace@/);
    expect(address.closest('a')).toBeNull();
  });
});
