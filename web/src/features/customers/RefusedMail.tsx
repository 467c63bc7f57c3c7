import { Alert, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { Customer } from '../../api/sales/customers.ts';
import { useListHistoryQuery } from '../../api/sales/history.ts';
import { t } from '../../i18n/t.ts';
import { polling } from '../../shared/history/History.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EditCustomer } from './EditCustomer.tsx';

/** Says that the customer's address took no mail, until it is changed or takes one. */
export const RefusedMail = ({ customer }: { customer: Customer }) => {
  const { writeRefusal } = useCurrentOrganization();
  const last = { kind: 'customers', about: 'mail', page: 1, limit: 1 } as const;
  const { data } = useListHistoryQuery({ ...last, id: customer.id }, polling);
  const [isEditing, setEditing] = useState(false);
  const [latest] = data?.items ?? [];
  const refused = latest?.type === 'mail.refused' ? latest : null;
  return (
    <>
      {refused && (
        <Alert role="note" bg="var(--warning-surface)" mb="lg">
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="var(--warning-text)" style={{ overflowWrap: 'anywhere' }}>
              {t('customers:mailRefused', { subject: refused.facts.subject ?? '', email: customer.email })}
            </Text>
            <GuardedButton variant="default" refusal={writeRefusal} onClick={() => setEditing(true)}>
              {t('customers:correctAddress')}
            </GuardedButton>
          </Group>
        </Alert>
      )}
      {isEditing && <EditCustomer customer={customer} onClose={() => setEditing(false)} />}
    </>
  );
};
