import { ActionIcon, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import type { Meter } from '../../api/usage/meters.ts';
import {
  type UsageAlert,
  useDeleteUsageAlertMutation,
  useListUsageAlertsQuery,
} from '../../api/usage/usage-alerts.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { describeThreshold } from './alert-form.ts';
import { ExportAlerts } from './ExportAlerts.tsx';

type Act = (alert: UsageAlert) => void;

const columnsOf = (slug: string, acts: { onEdit: Act; onDelete: Act } | null): Column<UsageAlert>[] => [
  { key: 'name', header: t('ui:name'), cell: ({ name }) => name },
  { key: 'threshold', header: t('meters:alerts.threshold'), cell: describeThreshold },
  {
    key: 'customer',
    header: t('meters:alerts.whose'),
    cell: ({ customerId }) =>
      customerId === null ? (
        t('meters:alerts.everybody')
      ) : (
        <TextLink to={paths.customer(slug, customerId)}>{t('meters:alerts.oneCustomer')}</TextLink>
      ),
  },
  { key: 'effect', header: t('meters:alerts.effect'), cell: describeEffects },
  // Read-only users get no actions.
  ...(acts ? [actsColumn(acts)] : []),
];

const actsColumn = ({ onEdit, onDelete }: { onEdit: Act; onDelete: Act }): Column<UsageAlert> => ({
  key: 'acts',
  header: t('ui:actions'),
  align: 'right',
  cell: (alert) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('meters:alerts.change', { name: alert.name })}
        onClick={() => onEdit(alert)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('meters:alerts.delete', { name: alert.name })}
        onClick={() => onDelete(alert)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  ),
});

const describeEffects = ({ isHardStop, notifyCustomer }: UsageAlert) => (
  <Group gap={4}>
    <StatusBadge tone="neutral">{t('meters:alerts.webhook')}</StatusBadge>
    {notifyCustomer && <StatusBadge tone="neutral">{t('meters:alerts.mail')}</StatusBadge>}
    {isHardStop && <StatusBadge tone="danger">{t('meters:alerts.stop')}</StatusBadge>}
  </Group>
);

/** The alerts of the meter: thresholds that trigger a notification. */
export const Alerts = ({ meter }: { meter: Meter }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const [isAdding, adding] = useDisclosure(false);
  const [changed, setChanged] = useState<UsageAlert | null>(null);
  const [deleted, setDeleted] = useState<UsageAlert | null>(null);
  const asked = { organizationId: organization.id, meterId: meter.id };
  const result = useListUsageAlertsQuery({ ...asked, page });
  const add = (
    <GuardedButton variant="default" refusal={writeRefusal} onClick={adding.open}>
      {t('meters:alerts.add')}
    </GuardedButton>
  );
  const hasAlerts = (result.data?.pagination.totalCount ?? 0) > 0;
  return (
    <Section
      title={t('meters:alerts.title')}
      description={t('meters:alerts.note')}
      isFlush
      actions={
        hasAlerts && (
          <Group gap="xs">
            <ExportAlerts {...asked} />
            {add}
          </Group>
        )
      }
    >
      <DataTable
        isBare
        label={t('meters:alerts.title')}
        columns={columnsOf(
          organization.slug,
          writeRefusal === null ? { onEdit: setChanged, onDelete: setDeleted } : null,
        )}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconBell size={22} />} title={t('meters:alerts.none')} level={3} action={add}>
            {t('meters:alerts.noneNote')}
          </EmptyState>
        }
      />
      {isAdding && <AlertDialog meter={meter} onClose={adding.close} />}
      {changed && <AlertDialog meter={meter} present={changed} onClose={() => setChanged(null)} />}
      {deleted && <DeleteAlert alert={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
};

const DeleteAlert = ({ alert, onClose }: { alert: UsageAlert; onClose: () => void }) => {
  const [remove, { isLoading, error }] = useDeleteUsageAlertMutation();
  const confirm = async () => {
    const { error: refused } = await remove(alert.id);
    if (refused) return;
    notifyDone(t('meters:alerts.wasDeleted', { name: alert.name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('meters:alerts.delete', { name: alert.name })}
      action={t('meters:alerts.deleteAlert')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('meters:alerts.whatIsLost')}
    </ConfirmDialog>
  );
};
