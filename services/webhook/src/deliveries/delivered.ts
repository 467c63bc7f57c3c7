/** The news that an event has been delivered, as a row of the outbox that a statement writes beside other rows. */
import { outboxRow } from '@tessera/kit/outbox';
import { eventDelivered } from '@tessera/proto/events/webhook';

/** An event that partners were told. */
export type DeliveredEvent = {
  eventId: string;
  organizationId: string;
  type: string;
  subjectId: string;
  subjectStatus: string | null;
};

/** Columns for a recordset in JSON; the body in base64. */
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
