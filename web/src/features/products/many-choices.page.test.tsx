import { BenefitPage } from '@tessera/proto/api/billing/benefit';
import { CustomField, CustomFieldPage } from '@tessera/proto/api/billing/custom-field';
import { Meter, MeterPage } from '@tessera/proto/api/billing/meter';
import { screen, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const made = { createdAt: new Date('2026-06-15T12:00:00Z'), modifiedAt: null, organizationId: acme.id };
const meter = (end: string, name: string): Meter => ({
  ...made,
  id: `0197a000-0000-7000-8000-0000000000${end}`,
  name,
  filter: { conjunction: 'and', clauses: [] },
  aggregation: { func: 'count' },
  metadata: {},
});
const field = (end: string, name: string): CustomField => ({
  ...made,
  id: `0197a000-0000-7000-8000-0000000000${end}`,
  type: 'text',
  name,
  slug: name.toLowerCase(),
  properties: {},
  metadata: {},
});

/** Of more than a hundred the first, and those of the name that is looked for. */
const firstOr = <Item,>(first: Item, other: Item) => ({
  first: { items: [first], pagination: { totalCount: 101, maxPage: 2 } },
  found: { items: [other], pagination: { totalCount: 1, maxPage: 1 } },
});
const meters = firstOr(meter('e1', 'Tokens'), meter('e2', 'Videos'));
const fields = firstOr(field('f1', 'Company'), field('f2', 'Shoes'));

const open = () =>
  renderRoute('/acme/products/new', {
    answers: {
      'GET /billing/v1/benefits': reply(BenefitPage, nothing),
      'GET /billing/v1/meters': reply(MeterPage, ({ query }) =>
        query.get('query') === 'Vid' ? meters.found : meters.first,
      ),
      'GET /billing/v1/meters/:id': reply(Meter, meters.found.items[0] as Meter),
      'GET /billing/v1/custom-fields': reply(CustomFieldPage, ({ query }) =>
        query.get('query') === 'Sho' ? fields.found : fields.first,
      ),
      'GET /billing/v1/custom-fields/:id': reply(CustomField, fields.found.items[0] as CustomField),
    },
  });

describe('of more than a list gives at once', () => {
  it('finds a meter by its name, keeps it and shows what a package of it costs', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'Subscription' }));
    await user.click(screen.getByRole('radio', { name: 'Metered only' }));
    const input = await screen.findByRole('combobox', { name: 'Meter' });
    await user.type(input, 'Vid');
    await user.click(await screen.findByRole('option', { name: 'Videos' }));
    await screen.findByDisplayValue('Videos');
    await user.click(screen.getByRole('combobox', { name: 'Price model' }));
    await user.click(await screen.findByRole('option', { name: 'Per package' }));
    await user.type(screen.getByLabelText('Price per package'), '5');
    await user.type(screen.getByLabelText('Units per package'), '1000');
    const preview = within(screen.getByRole('region', { name: 'What buyers see' }));
    await preview.findByText('$5.00 per 1,000 Videos');
    await user.click(screen.getByRole('combobox', { name: 'Price model' }));
    await user.click(await screen.findByRole('option', { name: 'Volume tiers' }));
    const tier = (number: number) => within(screen.getByRole('group', { name: `Tier ${number}` }));
    await user.type(tier(1).getByLabelText('Price per unit'), '2');
    await user.type(tier(2).getByLabelText('Price per unit'), '1');
    tier(2).getByRole('button', { name: 'Remove tier 2' });
    preview.getByText('Videos up to 1,000: $2.00 per unit');
    preview.getByText('Videos above 1,000: $1.00 per unit');
  });

  it('finds a custom field by its name and says which it is', async () => {
    const { user } = open();
    const input = await screen.findByRole('combobox', { name: 'Add a custom field' });
    await user.type(input, 'Sho');
    await user.click(await screen.findByRole('option', { name: 'Shoes' }));
    await screen.findByRole('switch', { name: 'Shoes is required' });
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a custom field' }));
  });
});

describe('the last of one’s custom fields', () => {
  it('is chosen by the keyboard, which stays where it was', async () => {
    const only = { items: [field('f1', 'Company')], pagination: { totalCount: 1, maxPage: 1 } };
    const { user } = renderRoute('/acme/products/new', {
      answers: {
        'GET /billing/v1/benefits': reply(BenefitPage, nothing),
        'GET /billing/v1/meters': reply(MeterPage, nothing),
        'GET /billing/v1/custom-fields': reply(CustomFieldPage, only),
      },
    });
    const input = await screen.findByRole('combobox', { name: 'Add a custom field' });
    input.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await screen.findByRole('button', { name: 'Remove Company' });
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute('placeholder')).toBe('All your custom fields have been added');
    await user.keyboard('{ArrowDown}');
    expect(screen.queryByRole('option')).toBeNull();
  });
});
