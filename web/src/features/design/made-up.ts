import type { Timestamp } from '@tessera/proto/api/wire';

const hour = 3_600_000;
const opened = Date.now();

/** The time this many hours before the page was opened. */
export const hoursAgo = (hours: number): Timestamp =>
  new Date(opened - hours * hour).toISOString() as Timestamp;

export const longName = 'Maximiliana Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff the Younger';

export const nothing = () => undefined;
