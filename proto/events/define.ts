/** What an event is: a NATS subject and the protobuf message that travels on it. */
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

/** `billing.order.paid` -> `order.paid`: the name that partners know the event by. */
export const partnerType = (event: EventType): string => event.subject.slice(event.subject.indexOf('.') + 1);
