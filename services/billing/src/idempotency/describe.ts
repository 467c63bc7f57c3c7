/** The header in the OpenAPI description of each POST. */
import { maxKeyLength } from './rules.ts';

export const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A request that the same caller repeats with the same key and body within 24 hours is carried out once and returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
};
