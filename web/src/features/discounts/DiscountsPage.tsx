import { IconDiscount2, IconPlus } from '@tabler/icons-react';
import { decimalOf } from '@tessera/proto/api/money';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Discount, useLazyListDiscountsQuery, useListDiscountsQuery } from '../../api/discounts.ts';
import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import type { Cell } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { DiscountStateBadge } from './DiscountStateBadge.tsx';
import { describeDuration, describeRedemptions, describeValue } from './describe.ts';

const columnsOf = (): Column<Discount>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: ({ name }) => name },
  { key: 'code', header: t('discounts:code'), sort: 'code', cell: ({ code }) => code ?? '—' },
  { key: 'value', header: t('discounts:takesOff'), cell: describeValue },
  { key: 'duration', header: t('discounts:duration'), cell: describeDuration, isWide: true },
  {
    key: 'redemptions',
    header: t('discounts:redemptions'),
    sort: '-redemptions_count',
    cell: describeRedemptions,
  },
  {
    key: 'state',
    header: t('ui:status'),
    cell: (discount) => <DiscountStateBadge discount={discount} />,
  },
  {
    key: 'ends',
    header: t('discounts:ends'),
    cell: ({ endsAt }) => <DateTime value={endsAt} />,
    isWide: true,
  },
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    isExtra: true,
  },
];

/** A discount as a row of a spreadsheet, under the API's names. */
const cellsOf = (discount: Discount): Record<string, Cell> => ({
  name: discount.name,
  code: discount.code,
  type: discount.type,
  percent: 'basisPoints' in discount ? discount.basisPoints / 100 : null,
  amount: 'amount' in discount ? decimalOf(discount.amount, discount.currency) : null,
  duration: discount.duration,
  duration_in_months: 'durationInMonths' in discount ? discount.durationInMonths : null,
  starts_at: discount.startsAt,
  ends_at: discount.endsAt,
  max_redemptions: discount.maxRedemptions,
  redemptions_count: discount.redemptionsCount,
  created_at: discount.createdAt,
  id: discount.id,
});

export const DiscountsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('-created_at');
  const columns = useMemo(() => columnsOf(), []);
  const query = { organizationId: organization.id, query: list.filter('query'), sorting: list.sorting };
  const result = useListDiscountsQuery({ ...query, page: list.page });
  const [load] = useLazyListDiscountsQuery();
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newDiscount(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('discounts:newDiscount')}
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title={t('discounts:discounts')}
        description={t('discounts:whatDiscountsAre')}
        actions={create}
      />
      <DataTable
        name="discounts"
        label={t('discounts:discounts')}
        columns={columns}
        result={result}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.discount(organization.slug, id)}
        describeError={describeFailure}
        toolbar={
          <SearchField
            label={t('discounts:searchDiscounts')}
            value={query.query}
            onSearch={(text) => list.setFilter('query', text)}
          />
        }
        tools={
          <ExportButton
            name={`${organization.slug}-discounts`}
            cells={cellsOf}
            loadPage={(page) => load({ ...query, page, limit: 100 }).unwrap()}
          />
        }
        empty={
          query.query === '' ? (
            <EmptyState
              icon={<IconDiscount2 size={22} />}
              title={t('discounts:createYourFirst')}
              action={create}
            >
              {t('discounts:aDiscountIs')}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconDiscount2 size={22} />} title={t('discounts:noneFound')}>
              {t('discounts:noneMatches', { query: query.query })}
            </EmptyState>
          )
        }
      />
    </>
  );
};
