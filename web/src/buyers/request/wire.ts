/**
 * Converts keys between snake case of the billing API and camel case. Without the schemas: a buyer's page has to be
 * light.
 */

/** Keys below these are named by users, or by payment processors: they stay unchanged. */
const untouched = new Set([
  'metadata',
  // Metadata of a license key's activations.
  'meta',
  'custom_field_data',
  'customFieldData',
  'payment_processor',
  'payment_processor_metadata',
]);

const rename = (value: unknown, spell: (key: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => rename(item, spell));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      spell(key),
      untouched.has(key) ? member : rename(member, spell),
    ]),
  );
};

/** `{ price_amount: 1 }` -> `{ priceAmount: 1 }` */
export const inCamelCase = (value: unknown): unknown =>
  rename(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** `{ priceAmount: 1 }` -> `{ price_amount: 1 }` */
export const inSnakeCase = (value: unknown): unknown =>
  rename(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
