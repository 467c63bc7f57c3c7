import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListDeliveriesOfEventsQuery } from '../../api/organization/webhooks.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type HistoryEntry, type HistoryOf, useListHistoryQuery } from '../../api/sales/history.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Pages } from '../../ui/table/Pages.tsx';
import { type Deliveries, deliveriesByEvent } from './deliveries.ts';
import { describeActor, describeEntry } from './describe.ts';

const latestHistory = { page: 1, limit: 20 };
/** History entries are written a moment after the event, and deliveries follow. */
export const polling = { pollingInterval: 10_000, skipPollingIfUnfocused: true };

/** The history of an order, subscription or customer: events, actors, mails, and webhook deliveries. */
export const History = ({ of }: { of: HistoryOf }) => {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useListHistoryQuery({ ...of, ...latestHistory, page }, polling);
  const deliveries = useDeliveries(data?.items);
  const title = t('history:whatHappened');
  return (
    <Section title={title}>
      {data ? (
        <>
          {data.items.length === 0 && <p>{t('history:nothingYet')}</p>}
          <Timeline
            label={title}
            items={data.items.map((entry) => {
              const { title: what, isException = false } = describeEntry(entry);
              const delivered = isMail(entry) ? undefined : deliveries.get(entry.eventId);
              return {
                key: `${entry.eventId} ${entry.type}`,
                at: entry.happenedAt,
                title: what,
                note: <Note entry={entry} of={of} deliveries={delivered} />,
                isException: isException || (delivered?.failed.length ?? 0) > 0,
              };
            })}
          />
          <Pages label={title} page={page} onPage={setPage} pagination={data.pagination} />
        </>
      ) : error ? (
        <ErrorState message={asFailure(error).message} onRetry={refetch} />
      ) : (
        <LoadingPage />
      )}
    </Section>
  );
};

/** Mails have the id of the event that they tell of, which has deliveries of its own. */
const isMail = ({ type }: HistoryEntry): boolean => type.startsWith('mail.');

/** Deliveries by event; without events no request is sent. */
const useDeliveries = (entries: HistoryEntry[] | undefined): Map<string, Deliveries> => {
  const ids = useMemo(() => {
    const partnerEvents =
      entries?.filter((entry) => !isMail(entry) && !entry.type.startsWith('renewal.')) ?? [];
    return [...new Set(partnerEvents.map(({ eventId }) => eventId))];
  }, [entries]);
  const { data } = useListDeliveriesOfEventsQuery(ids, { ...polling, skip: ids.length === 0 });
  return useMemo(() => deliveriesByEvent(data?.items ?? []), [data]);
};

type NoteProps = { entry: HistoryEntry; of: HistoryOf; deliveries: Deliveries | undefined };

const Note = ({ entry, of, deliveries }: NoteProps) => {
  const { slug } = useCurrentOrganization().organization;
  const { orderId, facts } = entry;
  const parts = [
    orderId !== null && of.kind !== 'orders' && facts.invoiceNumber !== null && (
      <TextLink key="order" to={paths.order(slug, orderId)}>
        {facts.invoiceNumber}
      </TextLink>
    ),
    describeActor(entry),
    deliveries && <DeliveryLink key="deliveries" deliveries={deliveries} slug={slug} />,
  ].filter((part) => part !== null && part !== false && part !== undefined);
  if (parts.length === 0) return null;
  return parts.map((part, index) => (
    <span key={String(index)}>
      {index > 0 && ' · '}
      {part}
    </span>
  ));
};

/** Links to a failed endpoint if any, or else a pending one, or the first. */
const DeliveryLink = ({
  deliveries: { delivered, pending, failed },
  slug,
}: {
  deliveries: Deliveries;
  slug: string;
}) => {
  const [endpointId = ''] = [...failed, ...pending, ...delivered];
  const words =
    failed.length > 0
      ? t('history:notDelivered', { count: failed.length })
      : pending.length > 0
        ? t('history:tryingAgain')
        : t('history:delivered', { count: delivered.length });
  return <TextLink to={paths.webhook(slug, endpointId)}>{words}</TextLink>;
};
