/** Computes what events add to meters; pure functions. */
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { type Func, funcOf, givenValue, passes } from '../filter.ts';
import type { EventRow } from '../store/store.ts';
import { keyOf, type Pair, pairOf } from './pairs.ts';

/** An event to count, with its position. */
export type PlacedEvent = Pick<
  EventRow,
  'id' | 'timestamp' | 'source' | 'name' | 'customerId' | 'externalCustomerId' | 'voids' | 'metadata'
> & { position: number; voidedBy: string | null };

/** What one event adds to one meter. `value` is a number (any text for `unique`), null if only the event counts. */
export type Tuple = {
  eventId: string;
  meterId: string;
  func: Func;
  customerId: string | null;
  timestamp: Date;
  position: number;
  value: number | string | null;
  /** The key of its customer and meter, a string that all tuples of the pair share, since it is looked up often. */
  pair: string;
};

export type KnownTuple = Tuple & { customerId: string };

/** Meters count events of sellers, not system events, and no voided ones. */
const isCounted = ({ source, voids, voidedBy }: PlacedEvent): boolean =>
  source === 'user' && voids === null && voidedBy === null;

export const tuplesOf = (events: readonly PlacedEvent[], meters: readonly MeterRow[]): Tuple[] =>
  meters.flatMap(({ id: meterId, filter, aggregation }) => {
    const func = funcOf(aggregation);
    const tuples: Tuple[] = [];
    const pairs = new Map<string | null, string>();
    const pairWith = (customerId: string | null): string => {
      const known = pairs.get(customerId);
      if (known !== undefined) return known;
      const pair = pairOf({ customerId, meterId });
      pairs.set(customerId, pair);
      return pair;
    };
    for (const event of events) {
      if (!isCounted(event) || !passes(filter, event)) continue;
      const value = givenValue(aggregation, event);
      if (value === undefined) continue;
      const { id: eventId, customerId, timestamp, position } = event;
      const pair = pairWith(customerId);
      tuples.push({ eventId, meterId, func, customerId, timestamp, position, value, pair });
    }
    return tuples;
  });

/** The distinct customers' meters of tuples. */
export const pairsOf = (tuples: readonly KnownTuple[]): Pair[] => [
  ...new Map(
    tuples.map((tuple) => [keyOf(tuple), { customerId: tuple.customerId, meterId: tuple.meterId }]),
  ).values(),
];
