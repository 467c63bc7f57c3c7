/**
 * Pipelines a statement with its transaction's bounds: START TRANSACTION before it, COMMIT after it, in one round
 * trip. After an error the server skips the rest of the pipeline, so no statement runs outside its transaction, and
 * no failed one is committed. A prepared statement asks for the description of its columns on its first run only.
 */
import pg from 'pg';
import { type LaidOutResult, layOut, layoutOf, type RowLayout } from './row-layout.ts';

/** Statements that each connection prepares on first use. */
export const begin = { name: 'begin', text: 'START TRANSACTION' };
export const commit = { name: 'commit', text: 'COMMIT' };

/** Which bounds are sent with the statement. Their statements must be prepared on the connection (`isPrepared`). */
export type Bounds = { begins: boolean; commits: boolean };

/** The part of pg's connection that a flight writes to. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  bind: (message: { statement: string }) => void;
  describe: (message: object) => void;
  execute: (message?: object) => void;
  sync: () => void;
};

/** Methods that pg calls on its queries, missing from its types. */
type Submitted = pg.Query & {
  name?: string;
  _result: LaidOutResult;
  _accumulateRows: boolean;
  prepare: (connection: Connection) => void;
  handleRowDescription: (message: object) => void;
  handleCommandComplete: (message: { text: string }, connection: Connection) => void;
};
export type FlightCallback = (error: Error | null, result: pg.QueryResult) => void;
type Config = pg.QueryConfig & { queryMode: 'extended'; callback: FlightCallback };
const Query = pg.Query as unknown as new (config: Config) => Submitted;

/** Whether a connection has prepared this statement. */
export const isPrepared = (client: pg.Client, { name }: { name: string }): boolean =>
  (client as unknown as { connection: Connection }).connection.parsedStatements[name] !== undefined;

/** Layouts by statement name, where null: the statement returns no rows. One map per connection. */
export type RowLayouts = Map<string, RowLayout | null>;

/** One statement of the extended protocol, with its transaction's bounds. */
export class Flight extends Query {
  readonly #bounds: Bounds;
  readonly #layouts: RowLayouts;
  /** Completed statements: the server answers each of them in order. */
  #answered = 0;

  constructor(config: pg.QueryConfig, bounds: Bounds, layouts: RowLayouts, callback: FlightCallback) {
    super({ ...config, queryMode: 'extended', callback });
    this.#bounds = bounds;
    this.#layouts = layouts;
  }

  override prepare = (connection: Connection): void => {
    if (this.#bounds.begins) run(connection, begin.name);
    const layout = this.name === undefined ? undefined : this.#layouts.get(this.name);
    if (layout === undefined) return super.prepare(connection);
    if (layout) {
      layOut(this._result, layout);
      this._accumulateRows = true;
    }
    super.prepare(withoutDescribe(connection));
  };

  override handleRowDescription = (message: object): void => {
    super.handleRowDescription(message);
    if (this.name === undefined) return;
    const layout = layoutOf(this._result);
    layOut(this._result, layout);
    this.#layouts.set(this.name, layout);
  };

  /** Called by pg to execute the statement and end the message sequence. */
  _getRows(connection: Connection): void {
    connection.execute();
    if (this.#bounds.commits) run(connection, commit.name);
    connection.sync();
  }

  override handleCommandComplete = (message: { text: string }, connection: Connection): void => {
    const own = this.#bounds.begins ? 1 : 0;
    if (this.#answered === own) {
      super.handleCommandComplete(message, connection);
      if (this.name !== undefined && !this.#layouts.has(this.name)) this.#layouts.set(this.name, null);
    }
    this.#answered += 1;
  };
}

/** The same connection, for a statement whose columns are known. pg's queries always ask for them. */
const withoutDescribe = (connection: Connection): Connection =>
  Object.create(connection, { describe: { value: () => undefined } }) as Connection;

const run = (connection: Connection, statement: string): void => {
  connection.bind({ statement });
  connection.execute();
};
