/** Meter queries for other folders. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { type EntityManager } from 'typeorm';
import { MeterEntity, type MeterRow } from './entity.ts';

/** A meter by id, or null. */
export const findMeter = (em: EntityManager, { id }: { id: string }): Promise<MeterRow | null> =>
  em.findOneBy(MeterEntity, { id });

/** Meters by id, in no particular order. */
export const findMetersByIds = async (em: EntityManager, ids: readonly string[]): Promise<MeterRow[]> =>
  findRowsByIds(em, MeterEntity, ids);
