import type { CheckoutPublic } from '../api.ts';
import { startI18n } from '../i18n.ts';
import { confirmationOf, formErrors, formOf } from './form.ts';

beforeEach(() => startI18n('en'));

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
    currency: 'usd',
    isBusinessCustomer: false,
    attachedCustomFields: [],
    customFieldData: {},
    customerId: null,
    customerEmail: null,
    customerName: null,
    customerBillingName: null,
    customerBillingAddress: null,
    requireBillingAddress: false,
    isPaymentFormRequired: true,
    paymentProcessorMetadata: { processor: 'sandbox' },
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

  it('leaves the card to Stripe, where that is paid with', () => {
    const atStripe = checkout({ paymentProcessorMetadata: { processor: 'stripe' } });
    const typed = { ...filled(atStripe), number: '', expiry: '', cvc: '' };
    expect(formErrors(typed, atStripe, now)).toEqual({});
  });

  it('asks for what is missing, card included', () => {
    expect(
      Object.keys(formErrors({ ...formOf(checkout()), country: '' }, checkout(), now)).toSorted(),
    ).toEqual(['country', 'cvc', 'email', 'expiry', 'name', 'number'].toSorted());
  });

  it('asks only for an e-mail address when nothing is to be paid', () => {
    const free = checkout({ isPaymentFormRequired: false });
    expect(formErrors(formOf(free), free, now)).toEqual({
      email: 'Enter your e-mail address, such as ada@example.com.',
    });
  });

  it('asks for the whole address where the checkout wants it', () => {
    const full = checkout({
      customerBillingAddress: { country: 'US' } as CheckoutPublic['customerBillingAddress'],
      customerBillingAddressFields: { ...countryOnly, state: true, line1: true, city: true },
    });
    const form = { ...filled(full), country: 'US' };
    expect(Object.keys(formErrors(form, full, now)).toSorted()).toEqual(['city', 'line1', 'state']);
    expect(formErrors(form, full, now)['state']).toBe('Choose a state.');
    // As its field is called there.
    expect(formErrors({ ...form, country: 'CA' }, full, now)['state']).toBe('Choose a province.');
  });

  const named = { amountType: 'custom', presetAmount: null };

  it("keeps an amount within the seller's bounds", () => {
    const custom = checkout({
      productPrice: { ...named, priceCurrency: 'usd', minimumAmount: 500, maximumAmount: 2000 },
    } as Partial<CheckoutPublic>);
    expect(formErrors({ ...filled(custom), amount: '4' }, custom, now)).toEqual({
      amount: 'The minimum is $5.00.',
    });
    expect(formErrors({ ...filled(custom), amount: '20.01' }, custom, now)).toEqual({
      amount: 'The maximum is $20.00.',
    });
    expect(formErrors({ ...filled(custom), amount: 'ten' }, custom, now)['amount']).toMatch(
      /Enter an amount/,
    );
  });

  it('asks for what cards are charged at least, where the seller asks for nothing', () => {
    const forint = checkout({
      currency: 'huf',
      productPrice: { ...named, priceCurrency: 'huf', minimumAmount: null, maximumAmount: null },
    } as Partial<CheckoutPublic>);
    expect(formErrors({ ...filled(forint), amount: '174' }, forint, now)['amount']).toMatch(/minimum.*175/);
    expect(formErrors({ ...filled(forint), amount: '175' }, forint, now)).toEqual({});
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

describe('what a seller asks besides', () => {
  const attached = (type: string, properties: object, required = true) => ({
    customFieldId: type,
    order: 0,
    required,
    customField: { slug: type, name: type, type, properties },
  });
  const asking = (...fields: object[]) =>
    checkout({ attachedCustomFields: fields as CheckoutPublic['attachedCustomFields'] });
  const day = (text: string) => Date.parse(text) / 1000;

  it.each([
    [attached('text', { minLength: 3 }), 'ab', 'Use at least 3 characters.'],
    [attached('text', { maxLength: 1 }), 'ab', 'Use at most 1 character.'],
    // Counted as the server counts: code points.
    [attached('text', { minLength: 2 }), '😀', 'Use at least 2 characters.'],
    [attached('text', {}), '  ', 'This is required.'],
    [attached('number', { ge: 10 }), '9', 'Must be at least 10.'],
    [attached('number', {}), '1.5', 'Enter a whole number.'],
    // The server's own bounds, where the seller sets none.
    [attached('number', {}), '9999999999', 'Must be at most 2147483647.'],
    [attached('number', {}), '-9999999999', 'Must be at least -2147483648.'],
    // The same day wherever the buyer is, and one that is taken.
    [attached('date', { ge: day('2026-01-01') }), '2025-12-31', 'Choose January 1, 2026 or later.'],
    [attached('date', { ge: day('2026-01-01T12:00Z') }), '2025-12-31', 'Choose January 1, 2026 or later.'],
    [attached('date', { le: day('2026-01-31T23:59Z') }), '2026-02-01', 'Choose January 31, 2026 or earlier.'],
    // Bounds of no calendar, as in milliseconds by mistake, break no page.
    [attached('date', { ge: 1e15 }), '2026-01-01', 'Choose December 31, 9999 or later.'],
    [attached('checkbox', {}), false, 'Check this box.'],
    [attached('select', { options: [] }), '', 'Choose one.'],
  ])('is checked before it is sent: %j', (field, answer, message) => {
    const of = asking(field);
    const slug = field.customField.slug;
    const errors = formErrors({ ...filled(of), answers: { [slug]: answer } }, of, now);
    expect(errors[`custom.${slug}`]).toMatch(message);
  });

  it.each([
    [attached('text', { maxLength: 1 }), '😀'],
    [attached('number', { ge: 3_000_000_000 }), '9999999999'],
    // Both bounds' days are included.
    [attached('date', { ge: day('2026-01-01T12:00Z') }), '2026-01-01'],
  ])('is not refused where the server takes it: %j', (field, answer) => {
    const of = asking(field);
    const answers = { [field.customField.slug]: answer };
    expect(formErrors({ ...filled(of), answers }, of, now)).toEqual({});
  });

  it('takes the digits that keyboards of East Asia write', () => {
    const of = asking(attached('number', { ge: 10 }));
    const form = { ...filled(of), answers: { number: '１２' } };
    expect(formErrors(form, of, now)).toEqual({});
    expect(confirmationOf(form, of).customFieldData).toEqual({ number: 12 });
  });

  it('is sent with the address in plain letters that such keyboards write', () => {
    const of = asking(attached('text', {}, false));
    const form = { ...filled(of), email: 'ａｄａ＠mail．example。com ' };
    expect(formErrors(form, of, now)).toEqual({});
    expect(confirmationOf(form, of).customerEmail).toBe('ada@mail.example.com');
  });

  it('may have the name of what every object has', () => {
    const field = attached('text', {}, false);
    const of = asking({ ...field, customField: { ...field.customField, slug: 'constructor' } });
    expect(formOf(of).answers).toEqual({ constructor: '' });
    const form = { ...filled(of), answers: {} };
    expect(formErrors(form, of, now)).toEqual({});
    expect(confirmationOf(form, of).customFieldData).toEqual({ constructor: null });
  });

  it('is sent as the server takes it', () => {
    const of = asking(
      attached('text', {}),
      attached('number', {}),
      attached('date', {}),
      attached('checkbox', {}),
      attached('select', { options: [] }, false),
    );
    const answers = { text: ' hi ', number: '7', date: '2026-02-01', checkbox: true, select: '' };
    expect(confirmationOf({ ...filled(of), answers }, of).customFieldData).toEqual({
      text: 'hi',
      number: 7,
      date: '2026-02-01T00:00:00Z',
      checkbox: true,
      select: null,
    });
  });
});
