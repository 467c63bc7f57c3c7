import type { Customer } from '../../api/sales/customers.ts';
import type { Meter } from '../../api/usage/meters.ts';
import { exampleOf } from './example.ts';
import { snippetsOf } from './snippets.ts';

type Content = Pick<Meter, 'filter' | 'aggregation'>;
const meter = (filter: unknown, aggregation: Meter['aggregation']) =>
  ({ filter, aggregation }) satisfies Record<keyof Content, unknown> as unknown as Meter;
const customer = (externalId: string | null) =>
  ({ id: '0197a000-0000-7000-8000-0000000000c1', externalId }) as Customer;
const clause = (property: string, operator: string, value: string | number | boolean) => ({
  property,
  operator,
  value,
});

describe('an example of an event', () => {
  it('is one that the meter counts, of a customer who is there', () => {
    const filter = {
      conjunction: 'and',
      clauses: [
        clause('name', 'eq', 'image.made'),
        clause('source', 'eq', 'user'),
        {
          conjunction: 'or',
          clauses: [clause('size', 'gt', 10), clause('size', 'lt', 3)],
        },
        clause('draft', 'ne', 'yes'),
      ],
    };
    expect(exampleOf(meter(filter, { func: 'sum', property: 'pixels' }), customer('ada'))).toEqual({
      name: 'image.made',
      customer: { externalCustomerId: 'ada' },
      metadata: { size: 11, draft: 'other', pixels: 1250 },
    });
    const unique = meter({ conjunction: 'and', clauses: [] }, { func: 'count', uniqueProperty: 'seat' });
    expect(exampleOf(unique, customer(null))).toEqual({
      name: 'api.call',
      customer: { customerId: '0197a000-0000-7000-8000-0000000000c1' },
      metadata: { seat: 'one' },
    });
  });

  it('shows what events look like where there is nothing yet', () => {
    expect(exampleOf(undefined, undefined)).toEqual({
      name: 'api.call',
      customer: { externalCustomerId: 'user_42' },
      metadata: { tokens: 1250, model: 'large' },
    });
  });
});

describe('snippets', () => {
  const event = {
    name: 'Ada\'s "call"',
    customer: { externalCustomerId: 'ü42' },
    metadata: { 'a-b': true, n: 1.5, c: 'plain' },
  };
  const byName = Object.fromEntries(
    snippetsOf('https://shop.example', event).map(({ name, code }) => [name, code]),
  );

  it('send what they show, whatever it is called', () => {
    const body = /-d '([\s\S]*)'$/.exec(byName['curl'] ?? '')?.[1]?.replaceAll(String.raw`'\''`, "'");
    expect(JSON.parse(body ?? '')).toEqual({
      events: [
        {
          name: event.name,
          external_customer_id: 'ü42',
          external_id: 'event_0001',
          metadata: event.metadata,
        },
      ],
    });
  });

  it('are spelt as their languages are', () => {
    expect(byName['TypeScript']).toContain(String.raw`      name: "Ada's \"call\"",
      externalCustomerId: 'ü42',
      metadata: { 'a-b': true, n: 1.5, c: 'plain' },`);
    expect(byName['Python']).toContain(`                "external_id": "event_0001",
                "metadata": {"a-b": True, "n": 1.5, "c": "plain"},`);
    expect(byName['Python']).toContain('"https://shop.example/api/billing/v1/events/ingest"');
  });
});
