import '../../test/english.ts';
import { id } from '@tessera/proto/api/fields';
import { z } from 'zod';
import { checkRequest, serverErrors } from './form-errors.ts';

const Price = z.object({ amountType: z.literal('fixed'), priceAmount: z.int().min(50).max(1000) });
const Shape = z.object({ name: z.string().min(3), email: z.email(), prices: z.array(Price).min(1) });
const fields = { 'prices.0.priceAmount': 'amount', prices: 'kind' };

describe('checkRequest', () => {
  it('answers the request when the shape takes it', () => {
    const request = { name: 'Atlas', email: 'a@b.co', prices: [{ amountType: 'fixed', priceAmount: 50 }] };
    expect(checkRequest(Shape, request)).toEqual({ request, errors: null });
  });

  it('puts each failure beside its field, in words', () => {
    const request = { name: 'A', email: 'nobody', prices: [{ amountType: 'fixed', priceAmount: 5 }] };
    expect(checkRequest(Shape, request, { fields, money: { amount: 'usd' } }).errors).toEqual({
      name: 'Use at least 3 characters.',
      email: 'Enter an e-mail address, such as ada@example.com.',
      amount: 'Must be at least $0.50.',
    });
  });

  it('asks to choose where nothing of a list was chosen', () => {
    expect(checkRequest(z.object({ meterId: id }), { meterId: '' }).errors).toEqual({
      meterId: 'Choose one of the options.',
    });
  });

  it('calls an absent value required', () => {
    expect(checkRequest(Shape, { prices: [] }, { fields }).errors).toEqual({
      name: 'This is required.',
      email: 'This is required.',
      kind: 'Choose at least one.',
    });
  });

  it('says of a number what is wrong with it', () => {
    const Numbers = z.object({ limit: z.int().min(1).max(1000), share: z.number().positive() });
    const of = (limit: unknown, share: unknown) => checkRequest(Numbers, { limit, share }).errors;
    expect(of(Number.NaN, Number.NaN)).toEqual({ limit: 'Enter a number.', share: 'Enter a number.' });
    expect(of(1.5, 0)).toEqual({ limit: 'Enter a whole number.', share: 'Must be more than 0.' });
    expect(of(1e20, 1)).toEqual({ limit: 'Must be at most 1,000.' });
    expect(of(null, undefined)).toEqual({ limit: 'This is required.', share: 'This is required.' });
  });

  it('explains a union by the option that came nearest', () => {
    const Either = z.object({ price: z.union([z.object({ id: z.uuid() }), Price]) });
    const fields = { 'price.priceAmount': 'amount', 'price.id': 'id' };
    const of = (priceAmount: number) =>
      checkRequest(Either, { price: { amountType: 'fixed', priceAmount } }, { fields }).errors;
    expect(of(5000)).toEqual({ amount: 'Must be at most 1,000.' });
    expect(of(Number.NaN)).toEqual({ amount: 'Enter a number.' });
  });
});

describe('serverErrors', () => {
  it('follows loc in snake_case to the field of the form', () => {
    const refused = [
      { loc: ['body', 'prices', 0, 'price_amount'], msg: 'Too low', type: 'greater_than_equal' },
      { loc: ['body', 'name'], msg: 'Taken.', type: 'value_error' },
    ];
    expect(serverErrors(refused, fields)).toEqual({ amount: 'Too low.', name: 'Taken.' });
  });

  it('keeps what belongs to no field for the form', () => {
    expect(serverErrors([{ loc: ['body'], msg: 'No', type: 'value_error' }])).toEqual({ form: 'No.' });
  });
});
