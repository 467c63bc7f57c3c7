import fc from 'fast-check';
import {
  ConfirmationTokenCreate,
  cardBrand,
  isExpired,
  passesLuhn,
  SandboxCard,
  sandboxCards,
} from './sandbox.ts';

const card = { number: '4242 4242-4242 4242', expMonth: 12, expYear: 2030, cvc: '123' };
const issuesOf = (value: unknown) =>
  ConfirmationTokenCreate.safeParse({ clientSecret: 's', card: value }).error?.issues.map(({ path }) =>
    path.join('.'),
  );

describe('a card', () => {
  it('comes out as bare digits and whole numbers, as people and forms write it', () => {
    expect(SandboxCard.parse(card)).toEqual({ ...card, number: '4242424242424242' });
    expect(SandboxCard.parse({ ...card, expMonth: '01', expYear: '31' })).toMatchObject({
      expMonth: 1,
      expYear: 2031,
    });
  });

  it.each([
    ['a mistyped number', { ...card, number: '4242424242424241' }, 'card.number'],
    ['letters', { ...card, number: 'four two four two' }, 'card.number'],
    ['a short number', { ...card, number: '4242' }, 'card.number'],
    ['a thirteenth month', { ...card, expMonth: 13 }, 'card.expMonth'],
    ['a month in words', { ...card, expMonth: 'May' }, 'card.expMonth'],
    ['no year', { ...card, expYear: undefined }, 'card.expYear'],
    ['a long code', { ...card, cvc: '12345' }, 'card.cvc'],
    ['four digits of code for a visa card', { ...card, cvc: '1234' }, 'card.cvc'],
    ['three digits of code for an amex card', { ...card, number: '378282246310005' }, 'card.cvc'],
    ['no card', undefined, 'card'],
  ])('is refused beside the field for %s', (_what, value, path) => {
    expect(issuesOf(value)).toEqual([path]);
  });

  it('is good until the end of its month', () => {
    expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-11-30T23:59:59.999Z'))).toBe(false);
    expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-12-01T00:00:00Z'))).toBe(true);
    expect(isExpired({ expMonth: 12, expYear: 2026 }, new Date('2026-12-31T12:00:00Z'))).toBe(false);
  });

  it('has a brand', () => {
    const numbers = [
      '4242424242424242',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '6011111111111117',
    ];
    expect(numbers.map(cardBrand)).toEqual(['visa', 'mastercard', 'mastercard', 'amex', 'discover']);
    expect(cardBrand('9999999999999995')).toBe('unknown');
  });
});

describe('the Luhn check', () => {
  it('passes every test card', () => {
    expect(Object.keys(sandboxCards).filter((number) => !passesLuhn(number))).toEqual([]);
  });

  it('notices any one wrong digit', () => {
    const position = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(sandboxCards)),
        position,
        fc.integer({ min: 1, max: 9 }),
        (number, at, by) => {
          const wrong = (Number(number[at]) + by) % 10;
          return !passesLuhn(number.slice(0, at) + wrong + number.slice(at + 1));
        },
      ),
    );
  });
});
