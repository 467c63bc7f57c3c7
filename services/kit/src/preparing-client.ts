/**
 * Database connections that prepare what they run again and again. Parsing and planning a statement costs Postgres
 * several times what running it does, when it finds a row by its key. Postgres itself decides, from the sixth time on,
 * whether one plan serves all values of a prepared statement.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { type Bounds, begin, commit, Flight, isPrepared } from './flight.ts';
import { endWhenSilent } from './silent-server.ts';

/** A statement is prepared when a connection runs it for this time. */
const worthPreparing = 3;
/** Statements that a connection keeps prepared; each takes some ten kilobytes of its server process. */
const maxPrepared = 200;
/** Texts that a connection counts. Lists with rare filters have many; then it begins anew. */
const maxCounted = 1_000;

/** Names statements by their text, from the third time on. */
class Statements {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Undefined: not worth it, or there are enough. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= maxPrepared || !isStable(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < worthPreparing) {
      if (this.#counts.size >= maxCounted) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}

/** Rows made of values have the columns that the statement says, whatever becomes of tables. */
const ofValues = /count\(\*\)|\* FROM (?:unnest|jsonb?_to_recordset)\(/g;

/** Columns that a migration adds while this runs would change what `*` answers, which a prepared statement may not. */
const isStable = (text: string): boolean => !text.replaceAll(ofValues, '').includes('*');

type Run = (...given: unknown[]) => unknown;

/**
 * What pg's pool makes its connections of. A transaction begins together with its first statement: what asks for it is
 * answered at once, and one in which nothing is asked never reaches the server.
 */
export class PreparingClient extends pg.Client {
  readonly #statements = new Statements();
  /** A transaction was asked for, and the server has not heard of it yet. */
  #isToBegin = false;
  /** The last statement of the transaction has ended it, and its COMMIT is still to be asked for. */
  #isCommitted = false;
  /** Its statements may take as long as they do. */
  #isPatient = false;
  /** What is asked in one go is held back, to be written at once. */
  #isHeldBack = false;

  /**
   * Whoever holds a connection listens for its end, the pool for that of an idle one; but for a moment, while it goes from one
   * to the other, nobody does, and its end, which often comes together with the answer before it, would end the process.
   * The next statement on it fails, and it is not used any more.
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
   * Runs the last statement of a transaction and its COMMIT in one round trip. Where the statement fails, nothing is
   * committed. The COMMIT that is asked for afterwards is answered at once.
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

  /** Statements that are started together leave in one write, which costs more than most of them. */
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

  #run(given: unknown[]): unknown {
    const [text, values, ...rest] = given;
    const run = super.query.bind(this) as Run;
    const name = typeof text === 'string' && hasValues(values) ? this.#statements.nameOf(text) : undefined;
    return name === undefined ? run(...given) : run({ name, text, values }, ...rest);
  }

  #fly(config: pg.QueryConfig, bounds: Bounds): Promise<pg.QueryResult> {
    const name = config.name ?? (hasValues(config.values) ? this.#statements.nameOf(config.text) : undefined);
    return new Promise((resolve, reject) => {
      const flight = new Flight({ ...config, ...(name && { name }) }, bounds, (error, result) => {
        if (!error) return resolve(result);
        // As pg does: from here on the stack leads to who asked, before only to the socket.
        Error.captureStackTrace(error);
        reject(error);
      });
      super.query(flight);
    });
  }

  /** The first time on a connection it is run, which prepares it. */
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
    // Postgres ends a transaction in which a statement failed that way, and reports no failure.
    if (result.command !== commit.text)
      throw new Error('nothing was committed: a statement had failed before');
    return result;
  }

  /** Ends a transaction that the server has not heard of. */
  #forget(): Promise<unknown> {
    this.#isToBegin = false;
    return Promise.resolve(nothing);
  }
}

/** Lets the statements of a connection take as long as they do, until it is reset. */
export const noTimeout = 'SET statement_timeout = 0';

const nothing = { rows: [], rowCount: null };

const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0;
