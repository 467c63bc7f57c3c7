import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MeterPreview as PreviewShape } from '@tessera/proto/api/billing/meter';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useGetOwnMembershipQuery } from '../../api/organization/own-membership.ts';
import { asFailure } from '../../api/request/failure.ts';
import { serverNow } from '../../api/request/server-time.ts';
import { usePreviewMeterQuery } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './MeterUsage.module.css';
import { contentOf, errorsOf, type MeterForm } from './meter-form.ts';
import { formatUnits, periods, rangeOf } from './periods.ts';
import { QuantitiesChart } from './QuantitiesChart.tsx';

const typingMilliseconds = 400;
const month = periods.find(({ name }) => name === 'month');

/** Previews what the meter in the form would have counted recently, while it is edited. */
export const MeterPreview = ({ values }: { values: MeterForm }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { isSuccess: isRoleKnown } = useGetOwnMembershipQuery(organization.id);
  const [now] = useState(serverNow);
  const [settled] = useDebouncedValue(values, typingMilliseconds);
  const { name: _name, ...draft } = contentOf(settled);
  const range = month && rangeOf(month, now);
  const isComplete = Object.keys(errorsOf({ ...settled, metadata: [] }, null)).length === 0;
  const request = PreviewShape.safeParse({ ...draft, ...range, organizationId: organization.id });
  // Users who may not create meters may not preview them either; the form says so.
  if (writeRefusal !== null) return null;
  const isSendable = isRoleKnown && isComplete && request.success && range !== undefined;
  return (
    <Section title={t('meters:preview')} description={t('meters:previewNote')}>
      {isSendable ? (
        <Counted request={{ ...draft, ...range, organizationId: organization.id }} />
      ) : (
        <p className={classes.note}>{t('meters:completeToPreview')}</p>
      )}
    </Section>
  );
};

const Counted = ({ request }: { request: Parameters<typeof usePreviewMeterQuery>[0] }) => {
  const { data, error } = usePreviewMeterQuery(request);
  if (error) return <p className={classes.note}>{asFailure(error).message}</p>;
  return (
    <>
      <Group gap="xs" align="baseline" className={classes.total}>
        <strong data-figures>{data ? formatUnits(data.total) : '…'}</strong>
        <span>{t('meters:ofEvents', { count: data?.events ?? 0 })}</span>
      </Group>
      {data?.events === 0 ? (
        <p className={classes.note}>{t('meters:nothingCounted')}</p>
      ) : (
        <QuantitiesChart data={data} interval="day" />
      )}
    </>
  );
};
