/** A benefit of type custom is a note: there is nothing to hand over. */
import type { HandOver, Kind } from './kind.ts';

const handOver: HandOver = (_em, _now, handovers) => Promise.resolve(handovers.map(() => ({})));

export const custom: Kind = { grant: handOver, update: handOver, revoke: handOver };
