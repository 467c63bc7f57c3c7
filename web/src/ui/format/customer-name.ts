import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { t } from '../../i18n/t.ts';

/** A customer's display name: name, or e-mail address; erased customers have neither. */
export const customerName = ({ name, email }: { name: string | null; email: string }): string =>
  isErasedAddress(email) ? t('ui:erasedCustomer') : (name ?? email);
