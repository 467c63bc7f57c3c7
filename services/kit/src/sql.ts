/** SQL that is written by hand: its rows, how many it changed, and statements that are prepared once. */
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { PreparingClient } from './preparing-client.ts';

/** An entity manager (and so its transaction), a data source, a query runner. */
export type Queryable = { query: (text: string, values?: unknown[]) => Promise<unknown> };

/** Runs a statement and answers its rows, whatever kind it is: TypeORM answers `[rows, count]` for some, rows for others. */
export const sql = async <Row>(
  on: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const result = (await on.query(text, [...values])) as Row[] | [Row[], number];
  // A row is an object, never a list.
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
};

/** Runs an UPDATE or DELETE and answers how many rows it changed. Throws for a statement that does not tell. */
export const changedRows = async (
  on: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<number> => {
  const result = (await on.query(text, [...values])) as unknown[];
  if (typeof result[1] !== 'number') throw new Error('this statement does not tell how many rows it changed');
  return result[1];
};

/** A statement that is parsed and planned once a connection. The name must be the text's own. */
export type Prepared = { name: string; text: string };

/**
 * Runs a prepared statement outside any transaction (or in one of its own), in one round trip, past the entity manager:
 * for what every request or event does, where parsing and planning would cost more than finding the row.
 */
export const runPrepared = async <Row>(
  db: DataSource,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { master } = db.driver as unknown as { master: Pool };
  const { rows } = await master.query({ ...statement, values: [...values] });
  return rows as Row[];
};

/**
 * Runs a statement past the entity manager, in its transaction if there is one. Connections prepare texts that they see
 * again (see `PreparingClient`).
 */
export const runOn = async <Row>(
  em: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { master } = em.connection.driver as unknown as { master: Pool };
  const client = em.queryRunner ? ((await em.queryRunner.connect()) as PoolClient) : master;
  const { rows } = await client.query(text, [...values]);
  return rows as Row[];
};

/**
 * Of several who share a transaction none waits long for a row that somebody else holds. Holds for what is asked right
 * behind it, too.
 */
export const waitBriefly = async (em: EntityManager): Promise<void> => {
  await runOn(em, `SET LOCAL lock_timeout = '2s'`, []);
};

/**
 * Runs the last statement of the entity manager's transaction together with its COMMIT, in one round trip. Nothing may be
 * asked of the transaction afterwards, but its end.
 */
export const runAndCommit = async <Row>(
  runner: QueryRunner,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const client = (await runner.connect()) as PreparingClient;
  const { rows } = await client.queryAndCommit(text, [...values]);
  return rows as Row[];
};

/**
 * Runs a statement whose text takes few forms as a prepared one, named by its text: in the transaction of its entity
 * manager if there is one. After a few times Postgres may keep one plan for all values.
 */
export const sqlPrepared = async <Row>(
  em: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const statement = { name: createHash('sha1').update(text).digest('base64url'), text };
  if (!em.queryRunner) return runPrepared<Row>(em.connection, statement, values);
  const client = (await em.queryRunner.connect()) as PoolClient;
  const { rows } = await client.query({ ...statement, values: [...values] });
  return rows as Row[];
};
