/** A benefit of type custom is a note: having the grant is all there is to it. */
import type { HandOver, Kind } from './kind.ts';

const handOver: HandOver = (_em, _now, handovers) => Promise.resolve(handovers.map(() => ({})));

export const custom: Kind = { grant: handOver, update: handOver, revoke: handOver };
