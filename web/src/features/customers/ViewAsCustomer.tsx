import { IconExternalLink } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { type Customer, useOpenCustomerPagesMutation } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** Opens the customer portal as the customer sees it, in another tab. */
export const ViewAsCustomer = ({ customer }: { customer: Customer }) => {
  // The portal lets the user do everything that the customer can.
  const { writeRefusal, personRefusal } = useCurrentOrganization();
  const [openPages, { isLoading }] = useOpenCustomerPagesMutation();
  const open = async () => {
    // Opened synchronously in the click handler: otherwise browsers block it as a pop-up.
    const tab = window.open('', '_blank');
    const { data, error } = await openPages(customer.id);
    if (data && tab) {
      tab.opener = null;
      tab.location.replace(data.customerPortalUrl);
      return;
    }
    tab?.close();
    if (error) notifyFailed(describeFailure(error));
  };
  return (
    <GuardedButton
      variant="default"
      refusal={writeRefusal ?? personRefusal}
      leftSection={<IconExternalLink size={16} aria-hidden />}
      loading={isLoading}
      onClick={open}
    >
      {t('customers:viewAsCustomer')}
    </GuardedButton>
  );
};
