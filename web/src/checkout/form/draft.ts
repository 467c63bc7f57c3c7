/** Keeps typed input until the checkout is paid: a reload loses nothing. The card is not stored. */
import { drop, keep, keptAt } from '../../buyers/request/kept.ts';
import type { CheckoutPublic } from '../api.ts';
import { type CheckoutForm, type Field, formOf } from './form.ts';

const keyOf = (clientSecret: string): string => `tessera:checkout:${clientSecret}`;

/** Neither the card nor the amount, which is sent to the server when typed. */
const keptFields = [
  'email',
  'name',
  'company',
  'taxId',
  'country',
  'state',
  'line1',
  'line2',
  'postalCode',
  'city',
] as const satisfies Field[];

/** The fields that the buyer has touched; `custom.<slug>` for custom fields. */
export const keepTyped = (
  { clientSecret }: Pick<CheckoutPublic, 'clientSecret'>,
  field: string,
  value: string | boolean,
): void => {
  if (!field.startsWith('custom.') && !keptFields.some((kept) => kept === field)) return;
  keep(keyOf(clientSecret), JSON.stringify({ ...draftOf(clientSecret), [field]: value }));
};

export const dropTyped = (clientSecret: string): void => drop(keyOf(clientSecret));

/**
 * The form with the kept input over the checkout's values. The e-mail address of a known customer is not overridden.
 */
export const formAsLeft = (checkout: CheckoutPublic): CheckoutForm => {
  const form = formOf(checkout);
  const draft = draftOf(checkout.clientSecret);
  const isKnown = checkout.customerId !== null && checkout.customerEmail !== null;
  for (const field of keptFields) {
    const typed = draft[field];
    if (typeof typed === 'string' && !(field === 'email' && isKnown)) form[field] = typed;
  }
  for (const [slug, known] of Object.entries(form.answers)) {
    const typed = draft[`custom.${slug}`];
    if (typed !== undefined && typeof typed === typeof known) form.answers[slug] = typed;
  }
  return form;
};

type Draft = Record<string, string | boolean>;

const draftOf = (clientSecret: string): Draft => {
  const text = keptAt(keyOf(clientSecret));
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    return isDraft(kept) ? kept : {};
  } catch {
    return {};
  }
};

const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.values(kept).every((value) => typeof value === 'string' || typeof value === 'boolean');
