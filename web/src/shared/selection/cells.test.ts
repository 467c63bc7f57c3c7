import { cellsOf, tableOf } from './cells.ts';

describe('a thing as a row of a spreadsheet', () => {
  it('has the names of the API, amounts in whole units, and the names of what it belongs to', () => {
    const subscription = {
      id: 's1',
      createdAt: '2026-06-15T12:00:00Z',
      modifiedAt: null,
      organizationId: 'acme',
      amount: 1250,
      currency: 'usd',
      cancelAtPeriodEnd: false,
      endsAt: null,
      customer: { id: 'c1', name: 'Ada', email: 'ada@example.com', metadata: {} },
      product: { id: 'p1', name: 'Atlas' },
      benefits: [{ description: 'Forum' }, { description: 'Keys' }],
      meters: [],
      metadata: { source: 'fair' },
    };
    expect(cellsOf(subscription)).toEqual({
      id: 's1',
      created_at: '2026-06-15T12:00:00Z',
      amount: '12.50',
      currency: 'usd',
      cancel_at_period_end: 'false',
      ends_at: null,
      customer_name: 'Ada',
      customer_email: 'ada@example.com',
      product_name: 'Atlas',
      benefits: 'Forum; Keys',
      metadata: '{"source":"fair"}',
    });
  });

  it('keeps counts as they are, and shares its head with things of another kind', () => {
    expect(
      tableOf([
        { name: 'Launch', basisPoints: 2500 },
        { name: 'Friends', amount: 500, currency: 'eur' },
      ]),
    ).toEqual({
      head: ['name', 'basis_points', 'amount', 'currency'],
      rows: [
        ['Launch', 2500, null, null],
        ['Friends', null, '5.00', 'eur'],
      ],
    });
  });
});
