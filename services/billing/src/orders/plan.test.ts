import { share } from '@tessera/proto/api/money';
import fc from 'fast-check';
import { planOrder } from './plan.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const facts = {
  organizationId: 'organization',
  customerId: 'customer',
  productId: 'product',
  subscriptionId: null,
  checkoutId: 'checkout',
  currency: 'usd',
  billingName: 'Ada',
  billingAddress: null,
  metadata: { a: 1 },
  customFieldData: {},
};
const line = (amount: number) => ({ label: 'Course', amount, productPriceId: 'price' });

describe('planOrder', () => {
  it('takes the discount off the lines, adds the tax, and is pending', () => {
    const { row, items } = planOrder(now, facts, {
      lines: [line(1000)],
      discount: { id: 'discount', amount: 200 },
      tax: { amount: 152, details: null },
      reason: 'purchase',
    });
    expect(row).toMatchObject({
      ...facts,
      createdAt: now,
      status: 'pending',
      billingReason: 'purchase',
      discountId: 'discount',
      subtotalAmount: 1000,
      discountAmount: 200,
      netAmount: 800,
      taxAmount: 152,
      totalAmount: 952,
      refundedAmount: 0,
    });
    expect(items).toEqual([
      {
        id: expect.any(String),
        createdAt: now,
        modifiedAt: null,
        orderId: row.id,
        position: 0,
        label: 'Course',
        amount: 1000,
        taxAmount: 152,
        proration: false,
        productPriceId: 'price',
      },
    ]);
  });

  it('of a change has a credit and a debit, in their order', () => {
    const { row, items } = planOrder(now, facts, {
      lines: [
        { label: 'Unused time', amount: -400, productPriceId: null, proration: true },
        { label: 'Remaining time', amount: 1000, productPriceId: 'price', proration: true },
      ],
      discount: { id: null, amount: 0 },
      tax: { amount: 60, details: null },
      reason: 'subscription_update',
    });
    expect([row.subtotalAmount, row.totalAmount]).toEqual([600, 660]);
    expect(
      items.map(({ position, amount, taxAmount, proration }) => [position, amount, taxAmount, proration]),
    ).toEqual([
      [0, -400, -40, true],
      [1, 1000, 100, true],
    ]);
  });

  it('has tax on what the discount leaves of the period, and no discount on prorated lines', () => {
    const { row, items } = planOrder(now, facts, {
      lines: [
        line(2000),
        { label: 'Unused time', amount: -3500, productPriceId: null, proration: true },
        { label: 'Remaining time', amount: 2000, productPriceId: 'price', proration: true },
      ],
      discount: { id: 'discount', amount: 1000 },
      tax: { amount: -100, details: null },
      reason: 'subscription_cycle',
    });
    expect([row.subtotalAmount, row.netAmount, row.totalAmount]).toEqual([500, -500, -600]);
    expect(items.map(({ taxAmount }) => taxAmount)).toEqual([200, -700, 400]);
  });

  it('keeps items = subtotal and net + tax = total, with tax on top and with tax that the prices contain', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(
        amounts,
        fc.nat(400),
        fc.constantFrom('exclusive' as const, 'inclusive' as const),
        (wanted, permille, behavior) => {
          const subtotal = wanted.reduce((sum, amount) => sum + amount, 0);
          const discount = { id: null, amount: Math.floor(subtotal / 3) };
          const due = subtotal - discount.amount;
          const whole = behavior === 'inclusive' ? 1000 + permille : 1000;
          const amount = share(due, { part: permille, whole, halves: 'up' });
          const details = { behavior, reason: 'standard_rated' as const, lines: [] };
          const { row, items } = planOrder(now, facts, {
            lines: wanted.map(line),
            discount,
            tax: { amount, details },
            reason: 'purchase',
          });
          expect(items.reduce((sum, item) => sum + item.amount, 0)).toBe(row.subtotalAmount);
          expect(row.netAmount + row.taxAmount).toBe(row.totalAmount);
          expect(behavior === 'inclusive' ? row.totalAmount : row.netAmount).toBe(due);
        },
      ),
    );
  });

  it('gives all of its tax to its items, each within a cent of its share', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 50_000 }), (wanted, tax) => {
        const total = wanted.reduce((sum, amount) => sum + amount, 0);
        fc.pre(total > 0);
        const discount = { id: null, amount: 0 };
        const { items } = planOrder(now, facts, {
          lines: wanted.map(line),
          discount,
          tax: { amount: tax, details: null },
          reason: 'purchase',
        });
        expect(items.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(tax);
        for (const { amount, taxAmount } of items)
          expect(Math.abs(taxAmount - (tax * amount) / total)).toBeLessThan(1);
      }),
    );
  });
});
