import type { Timestamp } from '@tessera/proto/api/wire';

/** A point in time as the store keeps it. */
export const timestamp = (text: string): Timestamp => text as Timestamp;
