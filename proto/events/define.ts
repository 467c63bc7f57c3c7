/** Event types: a NATS subject, and the protobuf message that is published on it. */
import type { DescMessage } from '@bufbuild/protobuf';

/** Subject `<service>.<noun>.<verb in the past tense>`, and the shape of the message's body. */
export type EventType<Schema extends DescMessage = DescMessage> = { subject: string; schema: Schema };

export const defineEvent = <Schema extends DescMessage>(
  subject: string,
  schema: Schema,
): EventType<Schema> => ({
  subject,
  schema,
});

/** `billing.order.paid` -> `order.paid`: the event type in webhooks. */
export const partnerType = (event: EventType): string => event.subject.slice(event.subject.indexOf('.') + 1);
