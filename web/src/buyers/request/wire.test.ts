import { CheckoutConfirm } from '@tessera/proto/api/billing/checkout-requests';
import { toWire } from '@tessera/proto/api/wire';
import { inCamelCase, inSnakeCase } from './wire.ts';

describe('keys on the wire', () => {
  it('are read without touching what people have named', () => {
    expect(
      inCamelCase({
        customer_billing_address: { line1: 'a', postal_code: 'b' },
        products: [{ recurring_interval: null }],
        custom_field_data: { shoe_size: 1 },
        payment_processor_metadata: { intent_status: 'x' },
        payment_processor: { publishable_key: 'pk' },
      }),
    ).toEqual({
      customerBillingAddress: { line1: 'a', postalCode: 'b' },
      products: [{ recurringInterval: null }],
      customFieldData: { shoe_size: 1 },
      paymentProcessorMetadata: { intent_status: 'x' },
      paymentProcessor: { publishable_key: 'pk' },
    });
  });

  it('come back as they were, also of what people have named', () => {
    const data = {
      license_keys: [{ display_key: 'k', activations: [{ meta: { osVersion: 14, CPU: 'arm' } }] }],
      orders: [{ metadata: { planType: 'x' }, custom_field_data: { shoeSize: 1 } }],
    };
    expect(inSnakeCase(inCamelCase(data))).toEqual(data);
  });

  it('are written as the shapes write them', () => {
    const confirmation = {
      customerName: 'Ada',
      customerBillingAddress: {
        country: 'US',
        line1: '1 Main St',
        line2: null,
        postalCode: '94107',
        city: 'SF',
        state: 'US-CA',
      },
      customFieldData: { shoeSize: 1, 'a_b-c': true },
      confirmationTokenId: 'tok',
      locale: 'en-US',
    };
    expect(inSnakeCase(confirmation)).toEqual(toWire(CheckoutConfirm, confirmation, 'snake'));
  });
});
