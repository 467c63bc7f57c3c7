import { groupDigits, groupExpiry, readCard, testCards } from './card.ts';

const now = new Date('2026-06-15T00:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

describe('groupDigits', () => {
  it('groups by four and drops what is no digit', () => {
    expect(groupDigits('42424242x4242-4242')).toBe('4242 4242 4242 4242');
    expect(groupDigits('4242')).toBe('4242');
  });
});

describe('groupExpiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12 / '],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['4', '04 / '],
    ['12 /', '12'],
  ])('shows %p as %p', (typed, shown) => {
    expect(groupExpiry(typed)).toBe(shown);
  });
});

describe('readCard', () => {
  it('reads a good card', () => {
    expect(readCard(good, now).card).toEqual({
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2030,
      cvc: '123',
    });
  });

  it('takes a card until the end of its last month', () => {
    expect(readCard({ ...good, expiry: '06 / 26' }, now).errors).toBeNull();
    expect(readCard({ ...good, expiry: '05 / 26' }, now).errors).toEqual({
      expiry: 'This card has expired.',
    });
  });

  it('says beside each field what is wrong', () => {
    expect(readCard({ number: '4242 4242 4242 4241', expiry: '13 / 30', cvc: '1' }, now).errors).toEqual({
      number: 'This card number is not valid.',
      expiry: 'Enter month and year, such as 12 / 30.',
      cvc: 'Enter the 3 or 4 digits.',
    });
  });

  it.each(testCards)('lets the sandbox card $number through', ({ number }) => {
    expect(readCard({ ...good, number }, now).errors).toBeNull();
  });
});
