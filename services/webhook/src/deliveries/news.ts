/** The news that an event has been delivered, as a row of the outbox that a statement writes beside other rows. */
import { outboxRow } from '@tessera/kit/outbox';
import { eventDelivered } from '@tessera/proto/events/webhook';

/** An event that partners were told. */
export type Told = {
  eventId: string;
  organizationId: string;
  type: string;
  subjectId: string;
  subjectStatus: string | null;
};

/** Columns for a recordset in JSON; the body in base64. */
export const newsOf = ({ eventId, organizationId, type, subjectId, subjectStatus }: Told) => {
  const news = outboxRow(eventDelivered, {
    webhookEventId: eventId,
    organizationId,
    eventType: type,
    subjectId,
    ...(subjectStatus !== null && { status: subjectStatus }),
  });
  return {
    outbox_id: news.id,
    outbox_subject: news.subject,
    outbox_headers: news.headers,
    outbox_body: news.body.toString('base64'),
  };
};
