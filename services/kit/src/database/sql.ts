/** Helpers for hand-written SQL: rows, numbers of changed rows, prepared statements. */
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { PreparingClient } from './preparing-client.ts';

/** An entity manager (with its transaction), a data source, or a query runner. */
export type Queryable = { query: (text: string, values?: unknown[]) => Promise<unknown> };

/** Runs a statement and returns its rows. TypeORM's `query` returns `[rows, count]` or rows, by kind. */
export const sql = async <Row>(
  on: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const result = (await on.query(text, [...values])) as Row[] | [Row[], number];
  // A row is an object, never an array.
  return Array.isArray(result[0]) ? result[0] : (result as Row[]);
};

/** Runs an UPDATE or DELETE and returns the number of changed rows. Throws for other statements. */
export const changedRows = async (
  on: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<number> => {
  const result = (await on.query(text, [...values])) as unknown[];
  if (typeof result[1] !== 'number') throw new Error('this statement does not tell how many rows it changed');
  return result[1];
};

/** A statement that is parsed and planned once per connection. The name must identify the text. */
export type Prepared = { name: string; text: string };

/**
 * Runs a prepared statement outside of any transaction, in one round trip, without the entity manager: for statements
 * of every request or event, where parsing and planning would cost more than finding the row.
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
 * Runs a statement without the entity manager's overhead, in its transaction if there is one. Connections prepare
 * texts that recur (see `PreparingClient`).
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
 * Limits lock waits of the current transaction to two seconds, for transactions that serve several callers. Takes
 * effect for statements sent right after it, too, without awaiting it.
 */
export const waitBriefly = async (em: EntityManager): Promise<void> => {
  await runOn(em, `SET LOCAL lock_timeout = '2s'`, []);
};

/** Runs the last statement of a transaction and its COMMIT in one round trip. Only its end may follow. */
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
 * Runs a statement with few variants of its text as a prepared one, named by the text's hash, in the entity manager's
 * transaction if there is one. After a few executions Postgres may use one plan for all values.
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
