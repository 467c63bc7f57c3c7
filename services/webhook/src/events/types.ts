/** The events that partners can subscribe to: those whose message has a snapshot. */
import * as billing from '@tessera/proto/events/billing';
import type { EventType } from '@tessera/proto/events/define';
import { organizationUpdated } from '@tessera/proto/events/organization';

const carriesSnapshot = ({ schema }: EventType): boolean =>
  schema.fields.some(({ localName }) => localName === 'snapshot');

export const partnerEvents: EventType[] = [...Object.values(billing), organizationUpdated].filter(
  carriesSnapshot,
);
