import { z } from 'zod';
import { SandboxCard } from './billing/sandbox.ts';
import { messagesOfIssues, messagesOfRefusal } from './form.ts';
import { SignUpForm } from './identity/sign-up.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  messagesOfIssues(schema.safeParse(value).error?.issues ?? []);

describe('a form', () => {
  it('says beside each field what to do, in words of people', () => {
    expect(messages(SignUpForm, { name: ' ', email: 'ada', password: 'short' })).toEqual({
      name: 'Please enter your name',
      email: 'Must be an e-mail address',
      password: 'Must have at least 8 characters',
    });
    expect(
      messages(z.object({ card: SandboxCard }), { card: { number: '1', expMonth: 13, expYear: '30' } }),
    ).toEqual({
      'card.number': 'Must have 12 to 19 digits',
      'card.expMonth': 'Must be at most 12',
      'card.cvc': 'Fill this in',
    });
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ['text that is too short', z.string().min(3), 'ab', 'Use at least 3 characters'],
    ['text that is too long', z.string().max(3), 'abcd', 'Use at most 3 characters'],
    ['empty text', z.string().min(1), '', 'Fill this in'],
    ['nothing', z.string(), undefined, 'Fill this in'],
    ['no number', z.number(), undefined, 'Enter a number'],
    ['a small number', z.number().min(50), 1, 'Must be at least 50'],
    ['a big number', z.number().max(99_999_999), 1e9, 'Must be at most 99,999,999'],
    ['an empty list', z.array(z.string()).min(1), [], 'Add at least one'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'No more than 1'],
    ['an unknown option', z.enum(['a', 'b']), 'c', 'Choose one of the options'],
  ])('has a plain message for %s', (_what, schema, value, message) => {
    expect(messages(schema, value)).toEqual({ '': message });
  });

  it('keeps the first message of a field', () => {
    const twice = z.string().min(3, 'First').regex(/^x/, 'Second');
    expect(messages(twice, 'a')).toEqual({ '': 'First' });
  });
});

describe("a service's refusal", () => {
  it('lands beside the field it is about', () => {
    const fields = [
      {
        loc: ['body', 'prices', 0, 'price_amount'],
        msg: 'Too small: expected number',
        type: 'greater_than_equal',
      },
      { loc: ['body', 'customer_email'], msg: 'Invalid input', type: 'missing' },
      { loc: ['body', 'discount_code'], msg: 'This code is not valid', type: 'value_error' },
    ];
    expect(messagesOfRefusal(fields)).toEqual({
      'prices.0.priceAmount': 'Check what you entered',
      customerEmail: 'Fill this in',
      discountCode: 'This code is not valid',
    });
  });
});
