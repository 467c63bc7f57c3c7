/** The header as the API's description shows it, at each POST. */
import { maxKeyLength } from './rules.ts';

export const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Sent again with the same key and the same body by the same caller within 24 hours, the request is answered as the first one was, and done once.',
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
};
