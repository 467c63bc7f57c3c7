import { IconGauge } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Meter, useListMetersQuery } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { PageList } from '../../shared/PageList.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';

const columnsOf = (): Column<Meter>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: ({ name }) => name },
  { key: 'aggregation', header: t('meters:aggregation'), cell: describeAggregation },
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];

/** "Sum of tokens" */
const describeAggregation = ({ aggregation }: Meter): string =>
  aggregation.func === 'count'
    ? aggregation.uniqueProperty === undefined
      ? t('meters:functions.count')
      : `${t('meters:functions.unique')}: ${aggregation.uniqueProperty}`
    : `${t(`meters:functions.${aggregation.func}`)}: ${aggregation.property}`;

const meterFilters = { query: anyText };

export const MetersPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('name', meterFilters);
  const columns = useMemo(() => columnsOf(), []);
  const filters = { organizationId: organization.id, query: list.filter('query') };
  const result = useListMetersQuery({ ...filters, page: list.page, sorting: list.sorting });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newMeter(organization.slug)}>
      {t('meters:newMeter')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('meters:meters')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('meters:counted', { count }),
          what: t('meters:whatMetersAre'),
        })}
        actions={create}
      />
      <PageList
        name="meters"
        label={t('meters:meters')}
        columns={columns}
        result={result}
        list={list}
        toolbar={<SearchFilter list={list} label={t('meters:searchMeters')} />}
        filters={filters}
        rowLink={({ id }) => paths.meter(organization.slug, id)}
        empty={
          <EmptyList
            list={list}
            icon={<IconGauge size={22} />}
            title={t('meters:createYourFirst')}
            action={create}
            filtered={{
              title: t('meters:noneFound'),
              text: t('meters:noneMatches', { query: filters.query }),
            }}
          >
            {t('meters:aMeterIs')}
          </EmptyList>
        }
      />
    </>
  );
};
