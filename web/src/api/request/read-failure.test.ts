import '../../test/english.ts';
import { asFailure } from './failure.ts';
import { readFailure } from './read-failure.ts';

describe('readFailure', () => {
  it('reads the billing dialect', () => {
    expect(readFailure(403, { error: 'NotPermitted', detail: 'Not yours.' })).toMatchObject({
      name: 'NotPermitted',
      message: 'Not yours.',
      fields: [],
    });
  });

  it('keeps the refused fields', () => {
    const detail = [{ loc: ['body', 'name'], msg: 'Too short', type: 'too_short' }];
    expect(readFailure(422, { error: 'RequestValidationError', detail }).fields).toEqual(detail);
  });

  it('says what is wrong with the only field that is refused, for pages that have no such field', () => {
    const refuse = (...detail: object[]) =>
      readFailure(422, { error: 'RequestValidationError', detail }).message;
    const currency = {
      loc: ['body', 'product_id'],
      msg: 'Product has no price in the currency of the subscription.',
      type: 'value_error',
    };
    expect(refuse(currency)).toBe(currency.msg);
    expect(refuse(currency, currency)).toBe('Some fields need another look.');
    expect(refuse({ ...currency, type: 'too_short' })).toBe('Some fields need another look.');
  });

  it('reads the auth dialect', () => {
    expect(
      readFailure(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }),
    ).toMatchObject({ name: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
  });

  it('says something useful when there is no body, or one that was never meant for people', () => {
    expect(readFailure(401, null).message).toMatch(/^You were signed out/);
    expect(readFailure(401, { error: 'Unauthorized', detail: 'Not authenticated' }).message).toMatch(
      /^You were signed out/,
    );
    expect(readFailure(500, { error: 'InternalServerError', detail: 'stack' }).message).toMatch(
      /on our side/,
    );
    expect(readFailure(503, { error: 'Unavailable', detail: 'ECONNREFUSED' }).message).toMatch(
      /not available/,
    );
    expect(readFailure(429, { message: 'Too many requests.' }).message).toMatch(/Too many attempts/);
  });

  it('says what is out of order where the server knows it', () => {
    const detail = 'Stripe is not responding. Nothing was changed. Try again.';
    expect(readFailure(503, { error: 'PaymentProcessorUnavailable', detail }).message).toMatch(/^Stripe/);
    const full = { error: 'InsufficientStorage', detail: 'There is no storage space left.' };
    expect(readFailure(507, full).message).toBe('There is no storage space left.');
  });
});

describe('asFailure', () => {
  it('never lets an unexpected error through as words', () => {
    expect(asFailure(new TypeError('x is undefined')).message).toMatch(/went wrong/);
  });
});
