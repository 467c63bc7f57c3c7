/** An example event built from the seller's own meter and customer. */
import type { Customer } from '../../api/sales/customers.ts';
import type { Meter } from '../../api/usage/meters.ts';

type Value = string | number | boolean;

/** `customer`: the fields that identify the customer, in camel case. */
export type ExampleEvent = {
  name: string;
  customer: { customerId: string } | { externalCustomerId: string };
  metadata: Record<string, Value>;
};

type Clause = { property: string; operator: string; value: Value };
type Group = { conjunction: 'and' | 'or'; clauses: (Clause | Group)[] };

const fallback: ExampleEvent = {
  name: 'api.call',
  customer: { externalCustomerId: 'user_42' },
  metadata: { tokens: 1250, model: 'large' },
};

/** An event of this customer that the meter would count; without a meter, a general example. */
export const exampleOf = (meter: Meter | undefined, customer: Customer | undefined): ExampleEvent => ({
  ...(meter ? eventOf(meter) : fallback),
  customer: customer ? customerOf(customer) : fallback.customer,
});

const customerOf = ({ id, externalId }: Customer): ExampleEvent['customer'] =>
  externalId ? { externalCustomerId: externalId } : { customerId: id };

const eventOf = ({ filter, aggregation }: Meter): Omit<ExampleEvent, 'customer'> => {
  const { name, source: _source, timestamp: _timestamp, ...wanted } = wantedBy(filter as Group);
  const property = aggregation.func === 'count' ? aggregation.uniqueProperty : aggregation.property;
  const counted = aggregation.func === 'count' ? 'one' : 1250;
  const metadata = property && !(property in wanted) ? { ...wanted, [property]: counted } : wanted;
  return { name: name === undefined ? fallback.name : String(name), metadata };
};

/** Values that satisfy a filter: all clauses of a group, or the first one of an `or`. */
const wantedBy = ({ conjunction, clauses }: Group): Record<string, Value> => {
  const needed = conjunction === 'and' ? clauses : clauses.slice(0, 1);
  return Object.assign(
    {},
    ...needed.map((one) => ('clauses' in one ? wantedBy(one) : { [one.property]: passing(one) })),
  );
};

const passing = ({ operator, value }: Clause): Value => {
  if (operator === 'ne' || operator === 'not_like') return typeof value === 'number' ? value + 1 : 'other';
  if (typeof value !== 'number') return value;
  if (operator === 'gt') return value + 1;
  return operator === 'lt' ? value - 1 : value;
};
