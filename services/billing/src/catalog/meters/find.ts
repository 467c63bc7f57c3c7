/** Meters for other slices. */
import { type EntityManager, In } from 'typeorm';
import { MeterEntity, type MeterRow } from './entity.ts';

/** A meter by id, or null. */
export const findMeter = (em: EntityManager, { id }: { id: string }): Promise<MeterRow | null> =>
  em.findOneBy(MeterEntity, { id });

/** Meters by id, in no order. */
export const findMetersByIds = async (em: EntityManager, ids: readonly string[]): Promise<MeterRow[]> =>
  ids.length === 0 ? [] : em.findBy(MeterEntity, { id: In([...new Set(ids)]) });
