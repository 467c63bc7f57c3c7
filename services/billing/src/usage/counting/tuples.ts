/** What events come to for meters, pure. */
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { countedValue, type Func, funcOf, passes } from '../filter.ts';
import type { EventRow } from '../store/store.ts';

/** An event to count, in its place among others. */
export type PlacedEvent = Pick<
  EventRow,
  'id' | 'timestamp' | 'source' | 'name' | 'customerId' | 'externalCustomerId' | 'metadata'
> & { position: string };

/** What one event adds to one meter. `value` is decimal text (for `unique` any text), null where only the event counts. */
export type Tuple = {
  eventId: string;
  meterId: string;
  func: Func;
  customerId: string | null;
  timestamp: Date;
  position: string;
  value: string | null;
};

/** Meters count what sellers say, not what Tessera says about meters. */
export const tuplesOf = (events: readonly PlacedEvent[], meters: readonly MeterRow[]): Tuple[] =>
  meters.flatMap(({ id: meterId, filter, aggregation }) =>
    events.flatMap((event) => {
      if (event.source !== 'user' || !passes(filter, event)) return [];
      const value = countedValue(aggregation, event);
      if (value === undefined) return [];
      const { id: eventId, customerId, timestamp, position } = event;
      return [{ eventId, meterId, func: funcOf(aggregation), customerId, timestamp, position, value }];
    }),
  );
