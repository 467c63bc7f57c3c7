import { brandOf, groupDigits, groupExpiry, readCard, testCards } from './card.ts';

const now = new Date('2026-06-15T00:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

describe('groupDigits', () => {
  it('groups by four and drops what is no digit', () => {
    expect(groupDigits('42424242x4242-4242')).toBe('4242 4242 4242 4242');
    expect(groupDigits('4242')).toBe('4242');
    expect(groupDigits('3782822463100051')).toBe('3782 822463 10005');
    expect(groupDigits('37828')).toBe('3782 8');
    expect(groupDigits('４２４２４')).toBe('4242 4');
  });
});

describe('brandOf', () => {
  it.each([
    ['4242', 'visa'],
    ['5555 55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2721', null],
    ['378', 'amex'],
    ['6011', 'discover'],
    ['3056', 'diners'],
    ['3530', 'jcb'],
    ['6200', 'unionpay'],
    ['', null],
    ['9', null],
  ])('of %p is %p', (typed, brand) => {
    expect(brandOf(typed)).toBe(brand);
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
    ['12/2030', '12 / 30'],
    ['12 / 203', '12 / 203'],
    ['9/2031', '09 / 31'],
    ['1/', '01 / '],
    ['1/30', '01 / 30'],
    ['1 / 2031', '01 / 31'],
    ['01 /', '01'],
    ['122030', '12 / 30'],
    ['2030-12', '12 / 30'],
    ['12 / 301', '12 / 30'],
    ['１２／３０', '12 / 30'],
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

  it('reads the digits that keyboards of East Asia write', () => {
    expect(readCard({ ...good, cvc: '１２３' }, now).card?.cvc).toBe('123');
  });

  it('takes a card until the end of its last month', () => {
    expect(readCard({ ...good, expiry: '06 / 26' }, now).errors).toBeNull();
    expect(readCard({ ...good, expiry: '05 / 26' }, now).errors).toEqual({
      expiry: 'error.expired',
    });
  });

  it('says beside each field what is wrong', () => {
    expect(readCard({ number: '4242 4242 4242 4241', expiry: '13 / 30', cvc: '1' }, now).errors).toEqual({
      number: 'error.cardNumber',
      expiry: 'error.expiry',
      cvc: 'error.cvc',
    });
  });

  it.each(testCards)('lets the sandbox card $number through', ({ number }) => {
    expect(readCard({ ...good, number }, now).errors).toBeNull();
  });
});
