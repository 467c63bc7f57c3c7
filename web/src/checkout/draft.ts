/** What the buyer has typed so far, until it is paid: a page that is reloaded asks for nothing twice. The card is not kept. */
import { drop, keep, keptAt } from '../buyers/kept.ts';
import type { CheckoutPublic } from './api.ts';
import { type CheckoutForm, type Field, formOf } from './form.ts';

const keyOf = (clientSecret: string): string => `tessera:checkout:${clientSecret}`;

/** Neither the card, nor the amount, which the server hears of as soon as it is typed. */
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

/** The fields that the buyer has touched; `custom.<slug>`: those that the seller asks for. */
export const keepTyped = (
  { clientSecret }: Pick<CheckoutPublic, 'clientSecret'>,
  field: string,
  value: string | boolean,
): void => {
  if (!field.startsWith('custom.') && !keptFields.some((kept) => kept === field)) return;
  keep(keyOf(clientSecret), JSON.stringify({ ...draftOf(clientSecret), [field]: value }));
};

export const dropTyped = (clientSecret: string): void => drop(keyOf(clientSecret));

/** The form as it was left, above what the checkout knows. The address of a known customer stays theirs. */
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
