/** The event that reports a delivered event, as columns of an outbox row that a statement writes with other rows. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventDelivered } from '@tessera/proto/events/webhook';

/** An event that was delivered to partners. */
export type DeliveredEvent = {
  eventId: string;
  organizationId: string;
  type: string;
  subjectId: string;
  subjectStatus: string | null;
};

/** Columns of a JSON recordset; the body is base64. */
export const deliveredColumns = ({
  eventId,
  organizationId,
  type,
  subjectId,
  subjectStatus,
}: DeliveredEvent) => {
  const row = outboxRow(eventDelivered, {
    webhookEventId: eventId,
    organizationId,
    eventType: type,
    subjectId,
    ...(subjectStatus !== null && { status: subjectStatus }),
  });
  return {
    outbox_id: row.id,
    outbox_subject: row.subject,
    outbox_headers: row.headers,
    outbox_body: row.body.toString('base64'),
  };
};
