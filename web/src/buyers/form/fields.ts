/** Bindings of form inputs, independent of where the values are kept. */
import { focusRefusedField } from '../../ui/forms/refused-field.ts';
import { narrow } from '../narrow.ts';
import type { FieldErrors } from '../request/refusal.ts';

/** An input's name, value, error and change handler. */
export type Bound = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export const addressLines = ['country', 'state', 'line1', 'line2', 'postalCode', 'city'] as const;
export type AddressLine = (typeof addressLines)[number];
export type CardField = 'number' | 'expiry' | 'cvc' | 'name';
export type Bind<Field> = (field: Field) => Bound;

/** An e-mail address as East Asian keyboards type it, with a full-width sign or stop: ａｄａ＠ｘ。ｊｐ -> ada@x.jp. */
export const typedEmail = (typed: string): string => narrow(typed).replaceAll('。', '.').trim();

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);

/** Moves the focus to the first field with an error, as soon as the error is rendered and the field is enabled. */
export const focusFirst = (errors: FieldErrors): void => {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form [name]')];
  const first = fields.find(({ name }) => errors[name] !== undefined);
  if (first) requestAnimationFrame(() => focusOnceRefused(first, framesToWait));
};

/** About a second. */
const framesToWait = 60;

/** A form that is being sent is disabled, and a slow device may need several frames to render its errors. */
const focusOnceRefused = (field: HTMLElement, framesLeft: number): void => {
  const isReady = field.getAttribute('aria-invalid') === 'true' && !field.matches(':disabled');
  if (isReady || framesLeft === 0) focusRefusedField(field);
  else requestAnimationFrame(() => focusOnceRefused(field, framesLeft - 1));
};
