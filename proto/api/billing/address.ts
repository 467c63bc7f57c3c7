/** Postal addresses of customers, orders and checkouts. */
import { z } from 'zod';
import { text } from '../fields.ts';
import { countries, states } from './places.ts';

const listed = new Set(countries);

/** A country code: two capital letters of ISO 3166-1. */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'Must be a two-letter country code', abort: true })
  .refine((code) => listed.has(code), {
    message: 'Must be a two-letter country code',
    params: { type: 'enum' },
  });

/** An address in a reply: every field present, null if unknown. `state` in the US and Canada has the form `US-CA`. */
export const Address = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string(),
});
export type Address = z.infer<typeof Address>;

/** A field of an address; empty text counts as absent. */
const line = text
  .max(300)
  .nullish()
  .transform((value) => value?.trim() || null);

/**
 * Normalises `ca`, `CA` and `US-CA` to `US-CA`. Null: no such state. States of other countries are returned as they
 * are.
 */
export const normaliseState = (countryCode: string, state: string): string | null => {
  const known = states[countryCode];
  if (!known) return state;
  const code = state.toUpperCase().replace(`${countryCode}-`, '');
  return known.includes(code) ? `${countryCode}-${code}` : null;
};

/** An address in a request: only the country is required; the rest becomes null when absent or empty. */
export const AddressInput = z
  .object({ line1: line, line2: line, postalCode: line, city: line, state: line, country })
  .transform((address, context): Address => {
    if (address.state === null) return address;
    const state = normaliseState(address.country, address.state);
    if (state === null) {
      context.addIssue({
        code: 'custom',
        path: ['state'],
        message: 'Not a state of this country',
        input: address.state,
      });
    }
    return { ...address, state };
  });
export type AddressInput = z.output<typeof AddressInput>;
