/** Validates the properties of custom fields. Pure. */
import { refuseField } from '@tessera/kit/errors';
import type { CustomFieldKind } from './entity.ts';

/** Throws a validation error for a minimum above the maximum, and for missing or duplicate options. */
export const assertAnswerable = ({ type, properties }: CustomFieldKind): void => {
  switch (type) {
    case 'text':
      return assertOrdered(properties, { least: 'minLength', most: 'maxLength', onWire: 'max_length' });
    case 'number':
    case 'date':
      return assertOrdered(properties, { least: 'ge', most: 'le' });
    case 'select':
      return assertOptions(properties.options);
    case 'checkbox':
  }
};

/** `least` and `most` are property keys; `onWire` is the name of `most` in the error location. */
const assertOrdered = (
  properties: Record<string, unknown>,
  { least, most, onWire = most }: { least: string; most: string; onWire?: string },
): void => {
  const [low, high] = [properties[least], properties[most]];
  if (typeof low === 'number' && typeof high === 'number' && low > high)
    throw refuseField(
      ['body', 'properties', onWire],
      'Must not be less than the minimum',
      'greater_than_equal',
    );
};

/** Maximum total characters of a field's options: a page of up to 100 products includes their fields. */
export const maxOptionCharacters = 50_000;

/** Throws a validation error when the options are too long for lists of products. */
export const assertShown = ({ type, properties }: CustomFieldKind): void => {
  if (type !== 'select') return;
  const characters = properties.options.reduce(
    (sum, { value, label }) => sum + value.length + label.length,
    0,
  );
  if (characters > maxOptionCharacters)
    throw refuseField(
      ['body', 'properties', 'options'],
      `All options together can have at most ${maxOptionCharacters} characters.`,
      'too_long',
    );
};

const assertOptions = (options: readonly { value: string }[]): void => {
  const loc = ['body', 'properties', 'options'];
  if (options.length === 0) throw refuseField(loc, 'At least one option is required.', 'too_short');
  const values = options.map(({ value }) => value);
  const twice = values.findIndex((value, index) => values.indexOf(value) !== index);
  if (twice >= 0) throw refuseField([...loc, twice, 'value'], 'The option is listed twice.');
};
