import { CustomerPage } from '@tessera/proto/api/billing/customer';
import { Meter, MeterQuantities } from '@tessera/proto/api/billing/meter';
import { UsageAlertPage } from '@tessera/proto/api/billing/usage-alert';
import { screen, waitFor } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const pages: Meter = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  modifiedAt: null,
  name: 'Pages',
  filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'page' }] },
  aggregation: { func: 'sum', property: 'pages' },
  metadata: {},
  organizationId: acme.id,
};
const one = `/billing/v1/meters/${pages.id}`;

const answers = {
  [`GET ${one}`]: reply(Meter, pages),
  [`GET ${one}/quantities`]: reply(MeterQuantities, {
    quantities: [{ timestamp: new Date('2026-06-15T00:00:00Z'), quantity: 12 }],
    total: 12,
  }),
  'GET /billing/v1/customers': reply(CustomerPage, nothing),
  'GET /billing/v1/usage-alerts': reply(UsageAlertPage, nothing),
};

describe('a meter', () => {
  it.each(['filter', 'aggregation'])('says why its %s is not changed any more', async (key) => {
    const frozen = 'The meter has already counted events, so this cannot be changed.';
    const detail = [{ loc: ['body', key], msg: frozen, type: 'forbidden' }];
    const { user } = renderRoute(`/acme/meters/${pages.id}`, {
      answers: { ...answers, [`PATCH ${one}`]: refusal(422, { error: 'RequestValidationError', detail }) },
    });
    await user.type(await screen.findByLabelText(key === 'filter' ? 'Value' : 'Over property'), 's');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('The meter has counted events, so this can no longer be changed.');
  });

  it('says where a property is too long', async () => {
    const { server, user } = renderRoute(`/acme/meters/${pages.id}`, { answers });
    const property = await screen.findByLabelText('Over property');
    await user.click(property);
    await user.paste('x'.repeat(200));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(property.getAttribute('aria-invalid')).toBe('true'));
    expect(server.sentTo(`PATCH ${one}`)).toEqual([]);
  });
});
