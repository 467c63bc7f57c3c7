import { z } from 'zod';
import { authDialect, billingDialect, codeOf } from './error.ts';

const Body = z.object({
  productName: z.string().min(2).max(5),
  prices: z.array(z.object({ priceAmount: z.int().min(50) })).min(1),
  kind: z.enum(['one', 'two']),
});

const fieldsOf = (value: unknown) =>
  billingDialect.refuse('body', Body, Body.safeParse(value).error?.issues ?? []).fields;

const good = { productName: 'Tea', prices: [{ priceAmount: 50 }], kind: 'one' };

describe('the billing dialect', () => {
  it.each([
    [{ ...good, productName: undefined }, ['body', 'product_name'], 'missing'],
    [{ ...good, productName: 7 }, ['body', 'product_name'], 'string_type'],
    [{ ...good, productName: 'T' }, ['body', 'product_name'], 'too_short'],
    [{ ...good, productName: 'Teapot' }, ['body', 'product_name'], 'too_long'],
    [{ ...good, prices: [] }, ['body', 'prices'], 'too_short'],
    [{ ...good, kind: 'three' }, ['body', 'kind'], 'enum'],
  ])('names field and fault of %j', (value, loc, type) => {
    expect(fieldsOf(value)).toEqual([{ loc, msg: expect.any(String), type }]);
  });

  it('says of what is absent that it is required', () => {
    expect(fieldsOf({ ...good, productName: undefined })).toEqual([
      { loc: ['body', 'product_name'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('names the bound that a number passes', () => {
    const loc = ['body', 'prices', 0, 'price_amount'];
    expect(fieldsOf({ ...good, prices: [{ priceAmount: 1 }] })).toEqual([
      { loc, msg: expect.any(String), type: 'greater_than_equal', ctx: { ge: 50 } },
    ]);
  });

  it('says what is wrong with a key', () => {
    const Tagged = z.object({ tags: z.record(z.string().max(2), z.string()) });
    const { issues } = Tagged.safeParse({ tags: { long: 'x' } }).error ?? { issues: [] };
    expect(billingDialect.refuse('body', Tagged, issues).fields).toEqual([
      {
        loc: ['body', 'tags', 'long'],
        msg: 'Too big: expected string to have <=2 characters',
        type: 'too_long',
      },
    ]);
  });

  it.each([[null], [{}], [[]], [Number.NaN]])('names all types that a value may have: %j', (value) => {
    const Tagged = z.object({
      tags: z.record(z.string(), z.union([z.string().min(1), z.number(), z.boolean()])),
    });
    const { issues } = Tagged.safeParse({ tags: { plan: value } }).error ?? { issues: [] };
    expect(billingDialect.refuse('body', Tagged, issues).fields).toEqual([
      {
        loc: ['body', 'tags', 'plan'],
        msg: expect.stringContaining('expected string, number, or boolean, received'),
        type: 'string_type',
      },
    ]);
  });

  it('refuses a body that is no object at all', () => {
    expect(fieldsOf(undefined)).toEqual([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
    expect(fieldsOf([])).toEqual([{ loc: ['body'], msg: expect.any(String), type: 'object_type' }]);
  });

  it('renders a failure by its name', () => {
    expect(billingDialect.render({ name: 'PaymentError', status: 400, message: 'Declined' })).toEqual({
      error: 'PaymentError',
      detail: 'Declined',
    });
  });
});

describe('the auth dialect', () => {
  it('derives the code from the message', () => {
    expect(codeOf("You can't do this.")).toBe('YOU_CANT_DO_THIS');
    expect(authDialect.render({ name: 'X', status: 400, message: 'Invalid email' })).toEqual({
      code: 'INVALID_EMAIL',
      message: 'Invalid email',
    });
  });

  it('answers a failure without words with nothing', () => {
    expect(authDialect.render(authDialect.unauthorized)).toBeUndefined();
  });

  it('says which part was refused', () => {
    expect(authDialect.refuse('query', Body, []).message).toBe('Invalid query parameters');
    expect(authDialect.refuse('body', Body, [])).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });
});
