import { beginningOf } from './days.ts';

/** Validators of a list's filters, by parameter: invalid values of an address are ignored. */
export type FilterValues = Readonly<Record<string, (value: string) => boolean>>;

/** Postgres cannot store NUL in text: the server would refuse the search. */
export const anyText = (value: string): boolean => !value.includes('\0');

export const oneOf =
  (values: readonly string[]) =>
  (value: string): boolean =>
    values.includes(value);

export const anId = (value: string): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value);

/** `from` and `until` of `DateFilter`. */
const aDay = (value: string): boolean => /^[1-9]\d{3}-/.test(value) && beginningOf(value) !== undefined;
export const days = { from: aDay, until: aDay };

/** `min` and `max` of `AmountFilter`, in minor units. */
const anAmount = (value: string): boolean => /^\d{1,9}$/.test(value);
export const amounts = { min: anAmount, max: anAmount };
