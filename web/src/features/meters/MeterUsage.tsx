import { Group } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { serverNow } from '../../api/request/server-time.ts';
import type { Meter } from '../../api/usage/meters.ts';
import { useGetQuantitiesQuery } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './MeterUsage.module.css';
import { formatUnits, type Period, periods, rangeOf } from './periods.ts';
import { QuantitiesChart } from './QuantitiesChart.tsx';

/** The recent usage of the meter. */
export const MeterUsage = ({ meter }: { meter: Meter }) => {
  const { organization } = useCurrentOrganization();
  const [now] = useState(serverNow);
  const [name, setName] = useState<Period['name']>('month');
  const period = periods.find((one) => one.name === name) ?? periods[0];
  if (!period) return null;
  return (
    <Section
      title={t('meters:usage')}
      actions={
        <Segments
          label={t('meters:period')}
          value={name}
          onChange={setName}
          choices={periods.map((one) => ({ value: one.name, label: t(`meters:periods.${one.name}`) }))}
        />
      }
    >
      <Counted id={meter.id} period={period} now={now} />
      <p className={classes.events}>
        <TextLink to={`${paths.events(organization.slug)}?meter=${meter.id}`}>
          {t('meters:itsEvents')}
        </TextLink>
      </p>
    </Section>
  );
};

const Counted = ({ id, period, now }: { id: string; period: Period; now: number }) => {
  const { currentData: data, error, refetch } = useGetQuantitiesQuery({ id, ...rangeOf(period, now) });
  if (error) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  return (
    <>
      <Group gap="xs" align="baseline" className={classes.total}>
        <strong data-figures>{data ? formatUnits(data.total) : '…'}</strong>
        <span>{t('meters:inAll')}</span>
      </Group>
      <QuantitiesChart data={data} interval={period.interval} />
    </>
  );
};
