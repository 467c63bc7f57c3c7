import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  useListWebhookDeliveriesQuery,
  useRedeliverWebhookEventMutation,
  type WebhookEndpoint,
} from '../../api/organization/webhooks.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { AttemptHistory } from './AttemptHistory.tsx';
import { DeliveryFilters } from './DeliveryFilters.tsx';
import { DeliveryState } from './DeliveryState.tsx';
import { type Message, messageOf, stateOf } from './delivery-groups.ts';
import { deliveryFilters, filtersOf } from './delivery-list.ts';
import { EventName } from './EventName.tsx';
import { ExportDeliveries } from './ExportDeliveries.tsx';

const noteOf = ({ enabled, isFailing }: WebhookEndpoint): string => {
  if (enabled) return t('webhooks:newestFirstAMessage');
  return isFailing ? t('webhooks:disabledForFailures') : t('webhooks:toldNothingWhilePaused');
};

/** The messages of the endpoint, whether they were delivered, and a button to send one again. */
export const Deliveries = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { id: endpointId } = endpoint;
  const list = useListState(undefined, deliveryFilters);
  const filters = filtersOf(list);
  const [shown, setShown] = useState<Message | null>(null);
  const result = useListWebhookDeliveriesQuery(
    { endpointId, page: list.page, ...filters },
    { pollingInterval: 5000, skipPollingIfUnfocused: true },
  );
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  // The open message follows updates of the list; when it is no longer on the page, its last state stays.
  const present = shown && result.data?.items.map(messageOf).find(({ event }) => event.id === shown.event.id);
  const messages = (data: typeof result.data) => data && { ...data, items: data.items.map(messageOf) };
  return (
    <Section
      title={t('webhooks:deliveries')}
      description={noteOf(endpoint)}
      isFlush
      actions={
        <Group gap="xs" wrap="nowrap">
          {hasSome && <ExportDeliveries endpointId={endpointId} filters={filters} />}
          <Tooltip label={t('webhooks:lookForNewDeliveries')}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t('webhooks:lookForNewDeliveries')}
              onClick={() => void result.refetch()}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    >
      <DataTable
        isBare
        label={t('webhooks:deliveries')}
        columns={columnsOf({ show: setShown, endpoint })}
        result={{ ...result, data: messages(result.data), currentData: messages(result.currentData) }}
        rowKey={({ event }) => event.id}
        describeError={describeFailure}
        list={list}
        toolbar={<DeliveryFilters list={list} events={endpoint.events} />}
        empty={
          <EmptyList
            list={list}
            icon={<IconSend size={22} />}
            title={t('webhooks:nothingSentYet')}
            level={3}
            filtered={{ title: t('webhooks:noSuchDeliveries'), text: t('webhooks:noDeliveryFits') }}
          >
            {t('webhooks:theFirstMessageIsSent')}
          </EmptyList>
        }
      />
      <AttemptHistory message={present ?? shown} onClose={() => setShown(null)} />
    </Section>
  );
};

type Shown = { show: (message: Message) => void; endpoint: WebhookEndpoint };

const columnsOf = ({ show, endpoint }: Shown): Column<Message>[] => [
  { key: 'event', header: t('webhooks:event'), cell: ({ event }) => <EventName event={event} /> },
  { key: 'state', header: t('ui:status'), cell: (message) => <DeliveryState state={stateOf(message)} /> },
  {
    key: 'answer',
    header: t('webhooks:lastAnswer'),
    cell: ({ event }) => event.lastHttpCode ?? t('webhooks:none'),
  },
  {
    key: 'when',
    header: t('webhooks:lastAttempt'),
    cell: ({ last }) => <DateTime value={last.createdAt} withTime />,
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (message) => <Acts message={message} endpoint={endpoint} onShow={() => show(message)} />,
  },
];

/** Why a message would not be sent again; null if it would. */
const refusalOf = ({ enabled, events }: WebhookEndpoint, type: string): string | null => {
  if (!enabled) return t('webhooks:resumeItFirst');
  return events.some((event) => event === type) ? null : t('webhooks:chooseItFirst');
};

type ActsProps = { message: Message; endpoint: WebhookEndpoint; onShow: () => void };

const Acts = ({ message, endpoint, onShow }: ActsProps) => {
  const { writeRefusal } = useCurrentOrganization();
  const [redeliver, { isLoading }] = useRedeliverWebhookEventMutation();
  const { type, id } = message.event;
  const refusal = writeRefusal ?? refusalOf(endpoint, type);
  const send = async () => {
    const { error } = await redeliver(id);
    if (error) notifyFailed(asFailure(error).message);
    else notifyDone(t('webhooks:isBeingSentAgain', { type }));
  };
  return (
    <Button.Group>
      <Button variant="default" size="xs" onClick={onShow} aria-label={t('webhooks:detailsOf', { type })}>
        {t('ui:details')}
      </Button>
      <GuardedButton variant="default" size="xs" refusal={refusal} loading={isLoading} onClick={send}>
        {t('webhooks:redeliver')}
      </GuardedButton>
    </Button.Group>
  );
};
