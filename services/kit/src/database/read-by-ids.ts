/** Batches reads by id across requests: those that arrive while a read is running share the next one. */
import type { DataSource, EntityManager } from 'typeorm';
import { batched } from '../background/batched.ts';

type Ids = readonly string[];
/** Rows by the requested id. */
type Found<Row> = ReadonlyMap<string, Row>;

const maxConcurrent = 100;

/**
 * Wraps a read by ids so that concurrent calls of this process share a statement. Inside a transaction it runs on its
 * own, since it must see the transaction's writes.
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
