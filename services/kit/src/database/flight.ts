/**
 * Pipelines a statement with its transaction's bounds: START TRANSACTION before it, COMMIT after it, in one round
 * trip. After an error the server skips the rest of the pipeline, so no statement runs outside its transaction, and
 * no failed one is committed.
 */
import pg from 'pg';

/** Statements that each connection prepares on first use. */
export const begin = { name: 'begin', text: 'START TRANSACTION' };
export const commit = { name: 'commit', text: 'COMMIT' };

/** Which bounds are sent with the statement. Their statements must be prepared on the connection (`isPrepared`). */
export type Bounds = { begins: boolean; commits: boolean };

/** The part of pg's connection that a flight writes to. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  bind: (message: { statement: string }) => void;
  execute: (message?: object) => void;
  sync: () => void;
};

/** Methods that pg calls on its queries, missing from its types. */
type Submitted = pg.Query & {
  prepare: (connection: Connection) => void;
  handleCommandComplete: (message: { text: string }, connection: Connection) => void;
};
type Callback = (error: Error | null, result: pg.QueryResult) => void;
type Config = pg.QueryConfig & { queryMode: 'extended'; callback: Callback };
const Query = pg.Query as unknown as new (config: Config) => Submitted;

/** Whether a connection has prepared this statement. */
export const isPrepared = (client: pg.Client, { name }: { name: string }): boolean =>
  (client as unknown as { connection: Connection }).connection.parsedStatements[name] !== undefined;

/** One statement of the extended protocol, with its transaction's bounds. */
export class Flight extends Query {
  readonly #bounds: Bounds;
  /** Completed statements: the server answers each of them in order. */
  #answered = 0;

  constructor(config: pg.QueryConfig, bounds: Bounds, callback: Callback) {
    super({ ...config, queryMode: 'extended', callback });
    this.#bounds = bounds;
  }

  override prepare = (connection: Connection): void => {
    if (this.#bounds.begins) run(connection, begin.name);
    super.prepare(connection);
  };

  /** Called by pg to execute the statement and end the message sequence. */
  _getRows(connection: Connection): void {
    connection.execute();
    if (this.#bounds.commits) run(connection, commit.name);
    connection.sync();
  }

  override handleCommandComplete = (message: { text: string }, connection: Connection): void => {
    const own = this.#bounds.begins ? 1 : 0;
    if (this.#answered === own) super.handleCommandComplete(message, connection);
    this.#answered += 1;
  };
}

const run = (connection: Connection, statement: string): void => {
  connection.bind({ statement });
  connection.execute();
};
