import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type Customer, useOpenCustomerPagesMutation } from '../../api/customers.ts';
import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/notify.ts';

/** The customer's own pages as the customer sees them, in another tab. */
export const ViewAsCustomer = ({ customer }: { customer: Customer }) => {
  const [openPages, { isLoading }] = useOpenCustomerPagesMutation();
  const open = async () => {
    // Opened while the press lasts: later on browsers take it for an advertisement.
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
    <Button
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      loading={isLoading}
      onClick={() => void open()}
    >
      {t('customers:viewAsCustomer')}
    </Button>
  );
};
