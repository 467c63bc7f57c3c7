import { t } from '../../i18n/t.ts';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { DateFilter } from '../../ui/filters/DateFilter.tsx';
import type { ListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { deliveryStates } from './DeliveryState.tsx';

type Props = { list: ListState; events: string[] };

/** The chosen event may have been sent before the endpoint's events were changed. */
const offered = (events: string[], chosen: string): string[] =>
  chosen === '' || events.includes(chosen) ? events : [...events, chosen];

/** The filters of the delivery list; `events` are those that the endpoint subscribes to. */
export const DeliveryFilters = ({ list, events }: Props) => (
  <>
    <SearchFilter list={list} label={t('webhooks:searchDeliveries')} />
    <ChoiceFilter
      list={list}
      name="status"
      label={t('ui:status')}
      options={Object.entries(deliveryStates()).map(([value, { label }]) => ({ value, label }))}
    />
    <ChoiceFilter
      list={list}
      name="event"
      label={t('webhooks:event')}
      options={offered(events, list.filter('event')).map((value) => ({ value, label: value }))}
    />
    <DateFilter list={list} label={t('webhooks:lastAttempt')} />
  </>
);
