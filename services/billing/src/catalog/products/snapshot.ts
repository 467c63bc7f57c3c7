/** Snapshots of events that show what may have grown large. */
import { toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';

/** What an event holds (kit/outbox), with room for what else it tells. Bytes. */
const mostBytes = 3_500_000;
const mostBytesOfCharacter = 3;

/**
 * A snapshot as partners are told it. What it shows may have grown since anybody was asked, to a hundred products of long
 * descriptions, and what is paid for has to be told: beyond what an event holds it is told `inBrief`.
 */
export const snapshotOf = <Shape extends z.ZodType>(
  shape: Shape,
  view: z.output<Shape>,
  inBrief: () => z.output<Shape>,
): string => {
  const whole = JSON.stringify(toWire(shape, view, 'snake'));
  return fitsEvent(whole) ? whole : JSON.stringify(toWire(shape, inBrief(), 'snake'));
};

export const fitsEvent = (snapshot: string): boolean =>
  snapshot.length * mostBytesOfCharacter <= mostBytes || Buffer.byteLength(snapshot) <= mostBytes;

type Long = {
  description: string | null;
  medias: unknown[];
  benefits: unknown[];
  /** Not of a checkout's products. */
  attachedCustomFields?: unknown[];
};

/** Without what may be long. Whoever wants to know reads the product. */
export const briefProduct = <Shown extends Long>(product: Shown): Shown => ({
  ...product,
  description: null,
  medias: [],
  benefits: [],
  ...(product.attachedCustomFields && { attachedCustomFields: [] }),
});
