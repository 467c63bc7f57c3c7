import type { Bound } from '../buyers/form/fields.ts';
import { Input } from '../buyers/form/Input.tsx';
import { narrow } from '../buyers/narrow.ts';
import { t } from './i18n.ts';

/** The field for a mailed code of six letters and digits. */
export const CodeInput = (bound: Bound) => (
  <Input
    label={t('signIn.code')}
    autoComplete="one-time-code"
    placeholder="A1B2C3"
    format={(typed) =>
      narrow(typed)
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, 6)
    }
    {...bound}
  />
);
