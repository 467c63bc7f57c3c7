/** Reads by id of many requests at once: those that come while one is under way are read together by the next. */
import type { DataSource, EntityManager } from 'typeorm';
import { batched } from './batched.ts';

type Ids = readonly string[];
/** Rows by the id that each was asked for. */
type Found<Row> = ReadonlyMap<string, Row>;

const maxConcurrent = 100;

/**
 * Makes a read by ids share its statement with other requests' of this process, outside transactions; within one it
 * stands alone, for it must see what the transaction has written. A busy process then makes few statements of many.
 */
export const readByIds = <Row>(
  read: (em: EntityManager, ids: string[]) => Promise<Found<Row>>,
): ((em: EntityManager, ids: Ids) => Promise<Found<Row>>) => {
  const readers = new WeakMap<DataSource, (ids: Ids) => Promise<Found<Row>>>();
  const readerOf = (db: DataSource): ((ids: Ids) => Promise<Found<Row>>) => {
    const known = readers.get(db);
    if (known) return known;
    const made = batched(maxConcurrent, async (asked: Ids[]) => {
      const found = await read(db.manager, [...new Set(asked.flat())]);
      return asked.map((ids) => pick(found, ids));
    });
    readers.set(db, made);
    return made;
  };
  return async (em, ids) => {
    const wanted = [...new Set(ids)];
    return em.queryRunner ? read(em, wanted) : readerOf(em.connection)(wanted);
  };
};

const pick = <Row>(found: Found<Row>, ids: Ids): Found<Row> =>
  new Map(
    ids.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : [[id, row] as const];
    }),
  );
