import { IconDiscount2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  type Discount,
  useDeleteDiscountMutation,
  useListDiscountsQuery,
} from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeDuration, describeRedemptions, describeValue } from '../../shared/describe/discount.ts';
import { PageList } from '../../shared/PageList.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { DiscountStateBadge } from './DiscountStateBadge.tsx';

const columnsOf = (): Column<Discount>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: ({ name }) => name },
  { key: 'code', header: t('discounts:code'), sort: 'code', cell: ({ code }) => code ?? '—' },
  {
    key: 'value',
    header: t('discounts:takesOff'),
    cell: describeValue,
  },
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

const discountFilters = { query: anyText };

export const DiscountsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [remove] = useDeleteDiscountMutation();
  const list = useListState('-created_at', discountFilters);
  const columns = useMemo(() => columnsOf(), []);
  const filters = { organizationId: organization.id, query: list.filter('query') };
  const result = useListDiscountsQuery({ ...filters, sorting: list.sorting, page: list.page });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newDiscount(organization.slug)}>
      {t('discounts:newDiscount')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('discounts:discounts')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('discounts:counted', { count }),
          what: t('discounts:whatDiscountsAre'),
        })}
        actions={create}
      />
      <PageList
        name="discounts"
        label={t('discounts:discounts')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.discount(organization.slug, id)}
        toolbar={<SearchFilter list={list} label={t('discounts:searchDiscounts')} />}
        filters={filters}
        act={deletionOf(remove, t('shared:lost.discounts'))}
        empty={
          <EmptyList
            list={list}
            icon={<IconDiscount2 size={22} />}
            title={t('discounts:createYourFirst')}
            action={create}
            filtered={{
              title: t('discounts:noneFound'),
              text: t('discounts:noneMatches', { query: filters.query }),
            }}
          >
            {t('discounts:aDiscountIs')}
          </EmptyList>
        }
      />
    </>
  );
};
