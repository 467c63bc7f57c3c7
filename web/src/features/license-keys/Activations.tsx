import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { type FullLicenseKey, useDeleteActivationMutation } from '../../api/sales/license-keys.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ExportActivations } from './ExportActivations.tsx';

type Activation = FullLicenseKey['activations'][number];

/** Software may activate a key without a label. */
const nameOf = ({ label }: Activation): string => label.trim() || t('license-keys:unnamed');

const columnsOf = (onRemove: (activation: Activation) => void): Column<Activation>[] => [
  { key: 'label', header: t('license-keys:activation'), cell: nameOf },
  {
    key: 'since',
    header: t('license-keys:activated'),
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  {
    key: 'remove',
    header: '',
    align: 'right',
    cell: (activation) => <RemoveButton onClick={() => onRemove(activation)} />,
  },
];

const RemoveButton = ({ onClick }: { onClick: () => void }) => {
  const { writeRefusal } = useCurrentOrganization();
  return (
    <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={onClick}>
      {t('license-keys:remove')}
    </GuardedButton>
  );
};

/** The devices activated with a key, and a way to deactivate them. */
export const Activations = ({ licenseKey: { id, activations } }: { licenseKey: FullLicenseKey }) => {
  const [leaving, setLeaving] = useState<Activation | null>(null);
  const [remove, { isLoading, error, reset }] = useDeleteActivationMutation();
  const ask = (activation: Activation) => {
    reset();
    setLeaving(activation);
  };
  const confirm = async () => {
    if (!leaving) return;
    const { error: refused } = await remove({ id, activationId: leaving.id });
    if (refused) return;
    setLeaving(null);
    notifyDone(t('license-keys:removed', { label: nameOf(leaving) }));
  };
  const page = { items: activations, pagination: { totalCount: activations.length, maxPage: 1 } };
  return (
    <Section
      title={t('license-keys:activations')}
      description={t('license-keys:activationsNote')}
      isFlush
      actions={activations.length > 0 && <ExportActivations activations={activations} />}
    >
      <DataTable
        isBare
        label={t('license-keys:activations')}
        columns={columnsOf(ask)}
        result={{ data: page, isFetching: false, refetch: () => undefined }}
        rowKey={(activation) => activation.id}
        describeError={describeFailure}
        page={1}
        onPage={() => undefined}
        empty={
          <EmptyState icon={<IconDeviceLaptop size={22} />} title={t('license-keys:noActivations')} level={3}>
            {t('license-keys:noActivationsNote')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('license-keys:delete', { label: leaving ? nameOf(leaving) : '' })}
        action={t('license-keys:removeAction')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={() => setLeaving(null)}
      >
        {t('license-keys:deviceLosesIt')}
      </ConfirmDialog>
    </Section>
  );
};
