import { Code, Drawer } from '@mantine/core';
import { useListAttemptsOfMessageQuery, type WebhookDelivery } from '../../api/organization/webhooks.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import classes from './AttemptHistory.module.css';
import type { Message } from './delivery-groups.ts';
import { EventName } from './EventName.tsx';

type Props = { message: Message | null; onClose: () => void };

/** One message in detail: each attempt with its response, and the payload. */
export const AttemptHistory = ({ message, onClose }: Props) => (
  <Drawer
    opened={message !== null}
    onClose={onClose}
    position="right"
    size="lg"
    title={message ? <EventName event={message.event} /> : t('webhooks:message')}
    closeButtonProps={{ 'aria-label': t('ui:close') }}
  >
    {message && (
      <>
        <h3 className={classes.title}>{t('webhooks:attempts')}</h3>
        <Attempts key={message.last.id} message={message} />
        <h3 className={classes.title}>{t('webhooks:whatWasSent')}</h3>
        <Code block tabIndex={0} className={classes.code} aria-label={t('webhooks:whatWasSent')}>
          {pretty(message.event.payload)}
        </Code>
      </>
    )}
  </Drawer>
);

/** The list has only the last attempt of each message; the others are fetched, again after each new one. */
const Attempts = ({ message: { event, last } }: { message: Message }) => {
  const asked = { endpointId: last.webhookEndpointId, eventId: event.id };
  const { data, error, refetch } = useListAttemptsOfMessageQuery(asked, { refetchOnMountOrArgChange: true });
  return (
    <>
      <ol className={classes.attempts}>
        {(data?.items ?? [last]).map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </ol>
      {error && !data && <ErrorState message={describeFailure(error)} onRetry={refetch} />}
    </>
  );
};

const Attempt = ({ attempt }: { attempt: WebhookDelivery }) => (
  <li className={classes.attempt}>
    <div className={classes.head}>
      <StatusBadge tone={attempt.succeeded ? 'success' : 'danger'}>
        {attempt.httpCode === null ? t('webhooks:noAnswer') : `HTTP ${attempt.httpCode}`}
      </StatusBadge>
      <span className={classes.when}>
        <DateTime value={attempt.createdAt} withTime="seconds" /> ·{' '}
        {t('webhooks:milliseconds', { count: attempt.durationMs })}
      </span>
    </div>
    {attempt.error && <p className={classes.error}>{describeAttempt(attempt.error)}</p>}
    {attempt.response && (
      <Code block tabIndex={0} className={classes.code} aria-label={t('webhooks:startOfTheAnswer')}>
        {attempt.response}
      </Code>
    )}
  </li>
);

/** Translates the text of an error; a code in brackets is left as it is. */
const describeAttempt = (error: string): string => {
  const code = / \([A-Z0-9_]+\)$/.exec(error)?.[0] ?? '';
  return translateServerText(code ? error.slice(0, -code.length) : error) + code;
};

const pretty = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
};
