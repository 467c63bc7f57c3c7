import { t } from '../../i18n/t.ts';
import { ProductFilter } from '../../shared/filters/ProductFilter.tsx';
import type { ThisMonth } from '../../shared/this-month.ts';
import { AmountFilter } from '../../ui/filters/AmountFilter.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { DateFilter } from '../../ui/filters/DateFilter.tsx';
import type { ListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';

/** The search and filters of the order list. */
export const OrderFilters = ({ list, month }: { list: ListState; month: ThisMonth | undefined }) => (
  <>
    <SearchFilter list={list} label={t('orders:searchOrders')} />
    <ChoiceFilter
      list={list}
      name="status"
      label={t('ui:status')}
      options={[
        { value: 'paid', label: t('shared:paid') },
        { value: 'pending', label: t('shared:pending') },
        { value: 'partially_refunded', label: t('shared:partlyRefunded') },
        { value: 'refunded', label: t('shared:refunded') },
      ]}
    />
    <ChoiceFilter
      list={list}
      name="type"
      label={t('orders:billing')}
      options={[
        { value: 'one_time', label: t('common:oneTime') },
        { value: 'recurring', label: t('orders:subscriptions') },
      ]}
    />
    <ProductFilter list={list} label={t('orders:product')} />
    <DateFilter list={list} label={t('ui:date')} />
    <AmountFilter list={list} label={t('orders:amount')} unit={month} />
  </>
);
