import type { Timestamp } from '@tessera/proto/api/wire';

/** A time as it is kept in the Redux store. */
export const timestamp = (text: string): Timestamp => text as Timestamp;
