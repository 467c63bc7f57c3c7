import type { CheckoutForm } from './form.ts';

/** The billing address in Stripe's form, if any was typed. */
export const addressOf = (form: CheckoutForm) =>
  form.country === ''
    ? {}
    : {
        address: {
          country: form.country,
          state: form.state,
          line1: form.line1,
          line2: form.line2,
          postal_code: form.postalCode,
          city: form.city,
        },
      };
