import type { CheckoutPublic } from './api.ts';
import { confirmationOf, formErrors, formOf } from './form.ts';

const now = new Date('2026-06-15T00:00:00Z');
const countryOnly = {
  country: true,
  state: false,
  city: false,
  postalCode: false,
  line1: false,
  line2: false,
};

const checkout = (changes: Partial<CheckoutPublic> = {}): CheckoutPublic =>
  ({
    amount: 1200,
    customerId: null,
    customerEmail: null,
    customerName: null,
    customerBillingName: null,
    customerBillingAddress: null,
    requireBillingAddress: false,
    isPaymentFormRequired: true,
    customerBillingAddressFields: countryOnly,
    productPrice: { amountType: 'fixed', priceAmount: 1200 },
    ...changes,
  }) as CheckoutPublic;

const filled = (of: CheckoutPublic) => ({
  ...formOf(of),
  email: 'ada@example.com',
  name: 'Ada',
  country: 'DE',
  number: '4242 4242 4242 4242',
  expiry: '12 / 30',
  cvc: '123',
});

describe('formErrors', () => {
  it('lets a complete form pass', () => {
    expect(formErrors(filled(checkout()), checkout(), now)).toEqual({});
  });

  it('asks for what is missing, card included', () => {
    expect(Object.keys(formErrors(formOf(checkout()), checkout(), now)).toSorted()).toEqual(
      ['country', 'cvc', 'email', 'expiry', 'name', 'number'].toSorted(),
    );
  });

  it('asks only for an e-mail address when nothing is to be paid', () => {
    const free = checkout({ isPaymentFormRequired: false });
    expect(formErrors(formOf(free), free, now)).toEqual({ email: 'Enter your e-mail address.' });
  });

  it('asks for the whole address where the checkout wants it', () => {
    const full = checkout({
      customerBillingAddressFields: { ...countryOnly, state: true, line1: true, city: true },
    });
    const form = { ...filled(full), country: 'US' };
    expect(Object.keys(formErrors(form, full, now)).toSorted()).toEqual(['city', 'line1', 'state']);
  });

  it("keeps an amount within the seller's bounds", () => {
    const custom = checkout({
      productPrice: { amountType: 'custom', minimumAmount: 500, maximumAmount: 2000, presetAmount: null },
    } as Partial<CheckoutPublic>);
    expect(formErrors({ ...filled(custom), amount: '4' }, custom, now)).toEqual({
      amount: 'The least you can pay is $5.00.',
    });
    expect(formErrors({ ...filled(custom), amount: '20.01' }, custom, now)).toEqual({
      amount: 'The most you can pay is $20.00.',
    });
    expect(formErrors({ ...filled(custom), amount: 'ten' }, custom, now)['amount']).toMatch(
      /Enter an amount/,
    );
  });
});

describe('confirmationOf', () => {
  it('sends only the address lines that are asked for', () => {
    const form = { ...filled(checkout()), line1: 'left over' };
    expect(confirmationOf(form, checkout()).customerBillingAddress).toMatchObject({
      country: 'DE',
      line1: null,
    });
  });

  it('never changes the e-mail address of a known customer', () => {
    const known = checkout({ customerId: 'c1', customerEmail: 'ada@example.com' });
    expect(confirmationOf(filled(known), known)).not.toHaveProperty('customerEmail');
  });
});
