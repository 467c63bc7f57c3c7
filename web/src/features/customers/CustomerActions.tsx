import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Customer, customerFile } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { DeleteCustomer } from './DeleteCustomer.tsx';
import { EditCustomer } from './EditCustomer.tsx';

/** The actions on a customer. */
export const CustomerActions = ({ customer }: { customer: Customer }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button component="a" variant="default" href={customerFile(customer.id)} download>
        {t('customers:exportData')}
      </Button>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={() => setShown('edit')}>
        {t('customers:edit')}
      </GuardedButton>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={() => setShown('delete')}>
        {t('customers:delete')}
      </GuardedButton>
      {shown === 'edit' && <EditCustomer customer={customer} onClose={close} />}
      {shown === 'delete' && <DeleteCustomer customer={customer} onClose={close} />}
    </>
  );
};
