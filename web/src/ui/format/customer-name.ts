import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { initialOf } from '../../i18n/letters.ts';
import { t } from '../../i18n/t.ts';

/** A customer's display name: a name that can be seen, or the e-mail address; erased customers have neither. */
export const customerName = ({ name, email }: { name: string | null; email: string }): string =>
  isErasedAddress(email) ? t('ui:erasedCustomer') : isShown(name) ? name : email;

const isShown = (name: string | null): name is string => name !== null && initialOf(name) !== undefined;
