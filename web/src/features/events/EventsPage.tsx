import { Button, Group, Switch } from '@mantine/core';
import { IconActivity, IconCode, IconX } from '@tabler/icons-react';
import { EventSource } from '@tessera/proto/api/billing/event';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type UsageEvent, useListEventsQuery } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Snippets } from '../../shared/ingest/Snippets.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmailAddress } from '../../ui/display/EmailAddress.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { DateFilter } from '../../ui/filters/DateFilter.tsx';
import { beginningOf } from '../../ui/filters/days.ts';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText, days, oneOf } from '../../ui/filters/values.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { customerOf } from './describe.ts';
import classes from './EventsPage.module.css';
import { MetadataFilter } from './MetadataFilter.tsx';

/** The name with its flags: voided, correction, late. */
const nameOf = ({ name, voids, voidedBy, isLate }: UsageEvent) => (
  <Group gap={6} wrap="nowrap" component="span">
    {name}
    {voidedBy !== null && <StatusBadge tone="neutral">{t('events:takenBack')}</StatusBadge>}
    {voids !== null && <StatusBadge tone="info">{t('events:correction')}</StatusBadge>}
    {isLate && <StatusBadge tone="warning">{t('events:late')}</StatusBadge>}
  </Group>
);

const columnsOf = (): Column<UsageEvent>[] => [
  { key: 'name', header: t('events:event'), cell: nameOf },
  {
    key: 'customer',
    header: t('events:customer'),
    cell: (event) => (
      <span className={classes.customer}>
        <EmailAddress>{customerOf(event)}</EmailAddress>
      </span>
    ),
  },
  {
    key: 'metadata',
    header: t('events:metadata'),
    isWide: true,
    cell: ({ metadata }) => <code className={classes.metadata}>{JSON.stringify(metadata)}</code>,
  },
  {
    key: 'source',
    header: t('events:source'),
    isExtra: true,
    cell: ({ source }) => t(`events:sources.${source}`),
  },
  {
    key: 'time',
    header: t('events:time'),
    sort: '-timestamp',
    cell: ({ timestamp }) => <DateTime value={timestamp} withTime isRelative />,
  },
];

const eventFilters = {
  query: anyText,
  source: oneOf(EventSource.options),
  customer: anId,
  meter: anId,
  key: anyText,
  value: anyText,
  ...days,
};

/** Builds the server query from the list state in the URL. */
const filtersOf = (organizationId: string, list: ListState) => {
  const source = EventSource.safeParse(list.filter('source')).data;
  const [query, customerId, meterId] = ['query', 'customer', 'meter'].map(list.filter);
  const [key, value] = [list.filter('key').slice(0, 40), list.filter('value').slice(0, 500)];
  const startTimestamp = beginningOf(list.filter('from'));
  const endTimestamp = beginningOf(list.filter('until'), 1);
  return {
    organizationId,
    ...(source && { source }),
    ...(query && { query }),
    ...(customerId && { customerId }),
    ...(meterId && { meterId }),
    ...(startTimestamp && { startTimestamp }),
    ...(endTimestamp && { endTimestamp }),
    ...(key && value && { metadata: { [key]: value } }),
  };
};

const tailMilliseconds = 2_000;

export const EventsPage = () => {
  const { organization } = useCurrentOrganization();
  const [isLive, setLive] = useState(false);
  const [isShown, setShown] = useState(false);
  const list = useListState('-timestamp', eventFilters);
  const columns = useMemo(() => columnsOf(), []);
  const filters = filtersOf(organization.id, list);
  const { metadata, ...asked } = filters;
  const result = useListEventsQuery(
    { ...filters, sorting: list.sorting, page: list.page },
    { pollingInterval: isLive ? tailMilliseconds : 0, skipPollingIfUnfocused: true },
  );
  return (
    <>
      <PageHeader
        title={t('events:events')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('events:counted', { count }),
          what: t('events:whatEventsAre'),
        })}
        actions={
          <Button
            variant="default"
            aria-expanded={isShown}
            leftSection={<IconCode size={16} aria-hidden />}
            onClick={() => setShown(!isShown)}
          >
            {t('shared:sendEvents')}
          </Button>
        }
      />
      <Stacked>
        {isShown && (
          <Section title={t('shared:sendEvents')}>
            <Snippets />
          </Section>
        )}
        <PageList
          name="events"
          label={t('events:events')}
          columns={columns}
          result={result}
          list={list}
          rowLink={({ id }) => paths.event(organization.slug, id)}
          keepsTools
          toolbar={<EventToolbar list={list} isLive={isLive} onLive={setLive} />}
          filters={asked}
          metadata={metadata}
          empty={<NoEvents list={list} />}
        />
      </Stacked>
    </>
  );
};

/** Filters by id, set by links from customer and meter pages; clicking one removes it. */
const narrowings = [
  { name: 'customer', label: 'events:ofOneCustomer' },
  { name: 'meter', label: 'events:ofOneMeter' },
] as const;

type ToolbarProps = { list: ListState; isLive: boolean; onLive: (isLive: boolean) => void };

const EventToolbar = ({ list, isLive, onLive }: ToolbarProps) => (
  <>
    <SearchFilter list={list} label={t('events:searchEvents')} />
    <ChoiceFilter
      list={list}
      name="source"
      label={t('events:source')}
      options={EventSource.options.map((value) => ({ value, label: t(`events:sources.${value}`) }))}
    />
    <DateFilter list={list} label={t('events:time')} />
    <MetadataFilter list={list} />
    {narrowings.map(
      ({ name, label }) =>
        list.filter(name) !== '' && (
          <Button
            key={name}
            variant="default"
            size="xs"
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => list.setFilter(name, null)}
          >
            {t(label)}
          </Button>
        ),
    )}
    <Switch
      label={t('events:live')}
      checked={isLive}
      onChange={(event) => onLive(event.currentTarget.checked)}
    />
  </>
);

const NoEvents = ({ list }: { list: ListState }) => (
  <>
    <EmptyList
      list={list}
      icon={<IconActivity size={22} />}
      title={t('events:noEventsYet')}
      filtered={{ title: t('events:noSuchEvents'), text: t('events:noEventFits') }}
    >
      {t('events:eventsAppear')}
    </EmptyList>
    {!list.isFiltered && (
      <div className={classes.first}>
        <Snippets />
      </div>
    )}
  </>
);
