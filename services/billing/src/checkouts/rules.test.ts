import fc from 'fast-check';
import {
  addressFieldsOf,
  amountOf,
  asksFullAddress,
  flagsOf,
  missingFields,
  refuseAmount,
  successUrlOf,
  totalsOf,
} from './rules.ts';

const address = { country: 'FR', line1: null, line2: null, city: null, postalCode: null, state: null };

const priceCurrency = 'usd';

describe('the amount of a checkout', () => {
  it('is the price where it is fixed, whatever was chosen', () => {
    expect(amountOf({ amountType: 'fixed', priceAmount: 1200, priceCurrency }, 9900)).toBe(1200);
  });
  it('is nothing for free and metered prices', () => {
    expect(amountOf({ amountType: 'free', priceCurrency }, 500)).toBe(0);
    expect(amountOf({ amountType: 'metered_unit', priceCurrency }, null)).toBe(0);
  });
  it('is what the customer chose, else the suggestion, else ten dollars', () => {
    expect(amountOf({ amountType: 'custom', presetAmount: 700, priceCurrency }, 900)).toBe(900);
    expect(amountOf({ amountType: 'custom', presetAmount: 700, priceCurrency }, null)).toBe(700);
    expect(amountOf({ amountType: 'custom', priceCurrency }, null)).toBe(1000);
  });
  it('begins within the bounds of its price', () => {
    const bound = fc.option(fc.integer({ min: 50, max: 1_000_000 }), { nil: null });
    fc.assert(
      fc.property(bound, bound, (minimumAmount, maximumAmount) => {
        fc.pre(minimumAmount === null || maximumAmount === null || minimumAmount <= maximumAmount);
        const price = { amountType: 'custom', minimumAmount, maximumAmount, priceCurrency };
        return refuseAmount(price, amountOf(price, null)) === null;
      }),
    );
  });
  it('is refused outside the bounds', () => {
    const price = { amountType: 'custom', minimumAmount: 500, maximumAmount: 2000, priceCurrency };
    expect(refuseAmount(price, 499)?.type).toBe('greater_than_equal');
    expect(refuseAmount(price, 499)?.ctx).toEqual({ ge: 500 });
    expect(refuseAmount(price, 2001)?.type).toBe('less_than_equal');
    expect([refuseAmount(price, 500), refuseAmount(price, 2000)]).toEqual([null, null]);
  });
  it('is what cards are charged at least, where the price has no bound', () => {
    const forint = { amountType: 'custom', priceCurrency: 'huf' };
    expect(amountOf(forint, null)).toBe(17_500);
    expect(refuseAmount(forint, 17_499)?.ctx).toEqual({ ge: 17_500 });
    expect(refuseAmount(forint, 17_500)).toBeNull();
  });
});

describe('the totals of a checkout', () => {
  it('add up', () => {
    expect(totalsOf({ amount: 1000, discountAmount: 250, taxAmount: 150, taxDetails: null })).toEqual({
      netAmount: 750,
      totalAmount: 900,
    });
    expect(totalsOf({ amount: 1000, discountAmount: 0, taxAmount: null, taxDetails: null }).totalAmount).toBe(
      1000,
    );
  });
});

describe('the flags of a checkout', () => {
  const paid = [{ amountType: 'fixed' }];
  it('ask for a card when something is due', () => {
    expect(
      flagsOf({ currency: 'usd', hasTrial: false, totalAmount: 100, isRecurring: false, prices: paid }),
    ).toEqual({
      isDiscountApplicable: true,
      isFreeProductPrice: false,
      isPaymentRequired: true,
      isPaymentSetupRequired: false,
      isPaymentFormRequired: true,
    });
  });
  it('ask for a card when nothing is due yet but will be', () => {
    const flags = flagsOf({
      currency: 'usd',
      hasTrial: false,
      totalAmount: 0,
      isRecurring: true,
      prices: [{ amountType: 'metered_unit' }],
    });
    expect(flags).toMatchObject({
      isPaymentRequired: false,
      isPaymentSetupRequired: true,
      isPaymentFormRequired: true,
    });
  });
  it('ask for none when it costs nothing, or a discount took all of a single sale', () => {
    expect(
      flagsOf({
        currency: 'usd',
        hasTrial: false,
        totalAmount: 0,
        isRecurring: true,
        prices: [{ amountType: 'free' }],
      }).isPaymentFormRequired,
    ).toBe(false);
    expect(
      flagsOf({ currency: 'usd', hasTrial: false, totalAmount: 0, isRecurring: false, prices: paid })
        .isPaymentFormRequired,
    ).toBe(false);
  });
});

describe('the address of a checkout', () => {
  const facts = { requireBillingAddress: false, isBusinessCustomer: false, customerBillingAddress: address };
  it('is a country in most places', () => {
    expect(Object.entries(addressFieldsOf(facts)).filter(([, isAsked]) => isAsked)).toEqual([
      ['country', true],
    ]);
  });
  it('needs a state in Canada and all of it in the United States and for businesses', () => {
    const canada = addressFieldsOf({ ...facts, customerBillingAddress: { ...address, country: 'CA' } });
    expect([canada.state, canada.city]).toEqual([true, false]);
    const states = addressFieldsOf({ ...facts, customerBillingAddress: { ...address, country: 'US' } });
    expect(Object.values(states).every(Boolean)).toBe(true);
    expect(addressFieldsOf({ ...facts, isBusinessCustomer: true }).line1).toBe(true);
  });
  it('needs no postal code where there is none', () => {
    const business = { ...facts, isBusinessCustomer: true };
    const inHongKong = { ...address, country: 'HK', line1: '1 Queens Road', city: 'Hong Kong' };
    expect(addressFieldsOf({ ...business, customerBillingAddress: inHongKong }).postalCode).toBe(false);
    expect(addressFieldsOf({ ...business, customerBillingAddress: null }).postalCode).toBe(true);
    const known = {
      isPaymentFormRequired: true,
      customerEmail: 'a@example.com',
      customerName: 'Ada',
      customerBillingName: 'Acme',
    };
    const missingIn = (country: string) =>
      missingFields({ ...business, ...known, customerBillingAddress: { ...inHongKong, country } }, true);
    expect(missingIn('HK')).toEqual([]);
    expect(missingIn('JP')).toEqual([['customer_billing_address', 'postal_code']]);
  });
  it('is asked in full when the seller began it', () => {
    expect(asksFullAddress({ ...address, city: 'Paris' })).toBe(true);
    expect(asksFullAddress({ ...address, country: 'US', state: 'US-CA' })).toBe(false);
    expect(asksFullAddress({ ...address, state: 'IDF' })).toBe(true);
    expect([asksFullAddress(address), asksFullAddress(null)]).toEqual([false, false]);
  });
});

describe('what a confirmation needs', () => {
  const complete = {
    requireBillingAddress: false,
    isBusinessCustomer: false,
    isPaymentFormRequired: true,
    customerEmail: 'a@b.co',
    customerName: 'A',
    customerBillingName: null,
    customerBillingAddress: address,
  };
  it('is an e-mail address alone where nothing is paid', () => {
    const free = {
      ...complete,
      isPaymentFormRequired: false,
      customerName: null,
      customerBillingAddress: null,
    };
    expect(missingFields(free, false)).toEqual([]);
    expect(missingFields({ ...free, customerEmail: null }, false)).toEqual([['customer_email']]);
  });
  it('is name, address and card with a payment', () => {
    expect(missingFields(complete, true)).toEqual([]);
    expect(missingFields({ ...complete, customerName: null, customerBillingAddress: null }, false)).toEqual([
      ['customer_name'],
      ['customer_billing_address'],
      ['confirmation_token_id'],
    ]);
  });
  it('is the full address and a billing name for a business', () => {
    expect(missingFields({ ...complete, isBusinessCustomer: true }, true)).toEqual([
      ['customer_billing_name'],
      ['customer_billing_address', 'line1'],
      ['customer_billing_address', 'city'],
      ['customer_billing_address', 'postal_code'],
    ]);
  });
});

describe('the success URL', () => {
  it('names the checkout, or is our own page', () => {
    const checkout = {
      id: 'c1',
      clientSecret: 's',
      successUrl: 'https://a.b/?x={CHECKOUT_ID}&y={CHECKOUT_ID}',
    };
    expect(successUrlOf(checkout, 'http://h')).toBe('https://a.b/?x=c1&y=c1');
    expect(successUrlOf({ ...checkout, successUrl: null }, 'http://h')).toBe(
      'http://h/checkout/s/confirmation',
    );
  });

  it('names the checkout where a client has spelt the braces as the standard of URLs does', () => {
    const successUrl = String(new URL('https://a.b/thanks/{CHECKOUT_ID}?of=50%25&x={CHECKOUT_ID}'));
    expect(successUrl).toContain('%7BCHECKOUT_ID%7D');
    expect(successUrlOf({ id: 'c1', clientSecret: 's', successUrl }, 'http://h')).toBe(
      'https://a.b/thanks/c1?of=50%25&x=c1',
    );
  });
});
