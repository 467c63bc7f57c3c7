/**
 * Database connections that prepare repeated statements. For a lookup by key, parsing and planning cost Postgres
 * several times as much as the execution. From the sixth execution on, Postgres decides whether one plan serves all
 * values of a prepared statement.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import {
  type Bounds,
  begin,
  commit,
  Flight,
  type FlightCallback,
  isPrepared,
  type RowLayouts,
} from './flight.ts';
import { endWhenSilent } from './silent-server.ts';

/** The run of a statement on a connection at which it is prepared. */
const worthPreparing = 3;
/** Maximum prepared statements per connection; each takes some ten kilobytes in its server process. */
const maxPrepared = 200;
/** Maximum texts whose runs a connection counts; the one last run longest ago goes. Lists with rare filters have many. */
const maxCounted = 1_000;

/** Names statements by their text, from the third run on. */
class Statements {
  readonly #counts = new LRUCache<string, number>({ max: maxCounted });
  readonly #names = new Map<string, string>();

  /** Undefined: not worth preparing, or the maximum is reached. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= maxPrepared || !isStable(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < worthPreparing) {
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}

/** `*` over these is stable: its columns are named in the statement itself. */
const ofValues = /count\(\*\)|\* FROM (?:unnest|jsonb?_to_recordset)\(/g;

/** Columns that a migration adds at runtime would change the result of `*`, which fails in prepared statements. */
const isStable = (text: string): boolean => !text.replaceAll(ofValues, '').includes('*');

type Run = (...given: unknown[]) => unknown;

/**
 * The client class of pg's pool. START TRANSACTION is deferred and sent with the first statement: it resolves
 * immediately, and an empty transaction never reaches the server.
 */
export class PreparingClient extends pg.Client {
  readonly #statements = new Statements();
  readonly #layouts: RowLayouts = new Map();
  /** START TRANSACTION was requested but not sent yet. */
  #isToBegin = false;
  /** The transaction's last statement was sent with COMMIT, whose own call is still to come. */
  #isCommitted = false;
  /** The statement timeout is off for this connection. */
  #isPatient = false;
  /** The socket is corked, to combine the statements of one tick. */
  #isHeldBack = false;

  /**
   * The holder of a connection listens for errors, and the pool does while it is idle. In between neither does, and
   * an error at that moment (often together with the preceding response) would crash the process. The next statement
   * fails then, and the connection is discarded.
   */
  constructor(config: pg.ClientConfig & { silence?: number } = {}) {
    super(config);
    this.on('error', () => undefined);
    endWhenSilent(this, () => this.#isPatient, config.silence);
  }

  override query = ((...given: unknown[]): unknown => {
    this.#holdBack();
    const [text, values, ...rest] = given;
    const isBare = typeof text === 'string' && rest.length === 0 && !hasValues(values);
    if (isBare && text.includes('statement_timeout')) this.#isPatient = text === noTimeout;
    if (isBare && text === begin.text) return this.#begin();
    if (isBare && text === commit.text) return this.#commit();
    if (isBare && text === 'ROLLBACK' && this.#isToBegin) return this.#forget();
    if (this.#isCommitted && text !== 'ROLLBACK') return Promise.reject(new Error('already committed'));
    this.#isCommitted = false;
    if (!this.#isToBegin) return this.#run(given);
    this.#isToBegin = false;
    const isSingle = rest.length === 0 && (typeof text !== 'string' || !isBare || !text.includes(';'));
    const config = typeof text === 'string' ? { text, values } : text;
    if (isSingle) return this.#fly(config as pg.QueryConfig, { begins: true, commits: false });
    return super.query(begin).then(() => this.#run(given));
  }) as pg.Client['query'];

  /**
   * Runs the last statement of a transaction with its COMMIT in one round trip. If the statement fails, nothing is
   * committed. The COMMIT call that follows resolves immediately.
   */
  async queryAndCommit(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (!isPrepared(this, commit)) return this.query(text, values);
    this.#holdBack();
    const begins = this.#isToBegin;
    this.#isToBegin = false;
    const result = await this.#fly({ text, values }, { begins, commits: true });
    this.#isCommitted = true;
    return result;
  }

  /** Combines statements of one tick into one socket write, which costs more than most statements. */
  #holdBack(): void {
    if (this.#isHeldBack) return;
    this.#isHeldBack = true;
    // The library's types leave out what its clients write to.
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHeldBack = false;
      stream.uncork();
    });
  }

  /** With the arguments of pg's `query`: the pool passes a callback, all others await a promise. */
  #run(given: unknown[]): unknown {
    const config = this.#named(given);
    if (!config) return (super.query.bind(this) as Run)(...given);
    const callback = given[2] as FlightCallback | undefined;
    return callback ? this.#send(config, unbounded, callback) : this.#fly(config, unbounded);
  }

  /** Undefined: the statement is not worth preparing. */
  #named([statement, values]: unknown[]): pg.QueryConfig | undefined {
    if (typeof statement !== 'string') return isNamed(statement) ? statement : undefined;
    if (!hasValues(values)) return undefined;
    const name = this.#statements.nameOf(statement);
    return name === undefined ? undefined : { name, text: statement, values };
  }

  #fly(config: pg.QueryConfig, bounds: Bounds): Promise<pg.QueryResult> {
    const name = config.name ?? (hasValues(config.values) ? this.#statements.nameOf(config.text) : undefined);
    return new Promise((resolve, reject) => {
      this.#send({ ...config, ...(name && { name }) }, bounds, (error, result) => {
        if (!error) return resolve(result);
        // As in pg: from here the stack leads to the caller, otherwise only to the socket.
        Error.captureStackTrace(error);
        reject(error);
      });
    });
  }

  #send(config: pg.QueryConfig, bounds: Bounds, callback: FlightCallback): void {
    super.query(new Flight(config, bounds, this.#layouts, callback));
  }

  /** The first one on a connection is sent immediately, which prepares it. */
  #begin(): Promise<unknown> {
    this.#isCommitted = false;
    if (!isPrepared(this, begin)) return super.query(begin);
    this.#isToBegin = true;
    return Promise.resolve(nothing);
  }

  async #commit(): Promise<unknown> {
    if (this.#isToBegin) return this.#forget();
    if (this.#isCommitted) {
      this.#isCommitted = false;
      return nothing;
    }
    const result = await super.query(commit);
    // Postgres answers COMMIT of a failed transaction with ROLLBACK, and reports no error.
    if (result.command !== commit.text)
      throw new Error('nothing was committed: a statement had failed before');
    return result;
  }

  /** Ends a transaction that was never sent to the server. */
  #forget(): Promise<unknown> {
    this.#isToBegin = false;
    return Promise.resolve(nothing);
  }
}

/** Turns off the statement timeout of a connection, until it is reset. */
export const noTimeout = 'SET statement_timeout = 0';

const nothing = { rows: [], rowCount: null };

const unbounded: Bounds = { begins: false, commits: false };

/** Whether it is the configuration of a named statement, rather than a statement object of pg (a cursor, a stream). */
const isNamed = (statement: unknown): statement is pg.QueryConfig => {
  const { name, text, values } = statement as Partial<pg.QueryConfig>;
  return (
    typeof name === 'string' &&
    typeof text === 'string' &&
    Array.isArray(values) &&
    !('submit' in (statement as object))
  );
};

const hasValues = (values: unknown): values is unknown[] => Array.isArray(values) && values.length > 0;
