import { Alert, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import type { Customer } from '../../api/sales/customers.ts';
import { type HistoryEntry, useListHistoryQuery } from '../../api/sales/history.ts';
import { t } from '../../i18n/t.ts';
import { latestHistory } from '../../shared/history/History.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EditCustomer } from './EditCustomer.tsx';

/** Says that the customer's address took no mail, until it is corrected or takes one. */
export const RefusedMail = ({ customer }: { customer: Customer }) => {
  const { writeRefusal } = useCurrentOrganization();
  const { data } = useListHistoryQuery({ kind: 'customers', id: customer.id, ...latestHistory });
  const [isEditing, setEditing] = useState(false);
  const refused = refusedIn(data?.items ?? []);
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

/** The last mail if it was refused, unless the customer has been changed since. Entries are the latest first. */
const refusedIn = (entries: readonly HistoryEntry[]): HistoryEntry | null => {
  const last = entries.find(({ type }) => type.startsWith('mail.') || type === 'customer.updated');
  return last?.type === 'mail.refused' ? last : null;
};
