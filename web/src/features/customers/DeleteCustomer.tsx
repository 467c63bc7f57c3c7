import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { useForgetWhenLeft } from '../../api/request/forget.ts';
import { type Customer, useDeleteCustomerMutation } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { customerName } from '../../ui/format/customer-name.ts';
import { useGiveUp } from '../../ui/pages/leave-by.ts';

/** Asks for confirmation; optionally erases the customer's personal data. */
export const DeleteCustomer = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const { organization } = useCurrentOrganization();
  const navigate = useNavigate();
  const forgetWhenLeft = useForgetWhenLeft(customer.id);
  const giveUp = useGiveUp();
  const [remove, { isLoading, error }] = useDeleteCustomerMutation();
  const [anonymize, setAnonymize] = useState(false);
  const name = customerName(customer);
  const confirm = async () => {
    const { error: refused } = await remove({ id: customer.id, anonymize });
    if (refused) return;
    notifyDone(t('customers:wasDeleted', { name }));
    giveUp();
    forgetWhenLeft();
    await navigate(paths.customers(organization.slug));
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('customers:deleteQuestion', { name })}
      action={t('customers:deleteCustomer')}
      isBusy={isLoading}
      error={error && asFailure(error).message}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap="md">
        {t('customers:whatDeletingDoes')}
        <Checkbox
          label={t('customers:eraseToo')}
          description={t('customers:whatErasingDoes')}
          checked={anonymize}
          onChange={(event) => setAnonymize(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
};
