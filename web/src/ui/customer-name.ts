import { isErasedAddress } from '@tessera/proto/api/billing/customer';
import { t } from '../i18n/t.ts';

/** What a customer is called: by name, else by address, neither of which is left of one who has been erased. */
export const customerName = ({ name, email }: { name: string | null; email: string }): string =>
  isErasedAddress(email) ? t('ui:erasedCustomer') : (name ?? email);
