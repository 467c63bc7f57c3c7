/**
 * A statement that goes to the server together with the bounds of its transaction: START TRANSACTION before it, COMMIT
 * behind it. The server passes over all that stands behind a failure in a flight, so that no statement runs without its
 * transaction, and none that failed is committed.
 */
import pg from 'pg';

/** Statements that every connection prepares when it first runs them. */
export const begin = { name: 'begin', text: 'START TRANSACTION' };
export const commit = { name: 'commit', text: 'COMMIT' };

/** What a flight does besides its statement. Both statements must be prepared on the connection (`isPrepared`). */
export type Bounds = { begins: boolean; commits: boolean };

/** The part of pg's connection that a flight is written to. */
type Connection = {
  parsedStatements: Record<string, string | undefined>;
  bind: (message: { statement: string }) => void;
  execute: (message?: object) => void;
  sync: () => void;
};

/** What pg calls on its queries, and its types leave out. */
type Submitted = pg.Query & {
  prepare: (connection: Connection) => void;
  handleCommandComplete: (message: { text: string }, connection: Connection) => void;
};
type Callback = (error: Error | null, result: pg.QueryResult) => void;
type Config = pg.QueryConfig & { queryMode: 'extended'; callback: Callback };
const Query = pg.Query as unknown as new (config: Config) => Submitted;

/** Whether a connection has prepared one of these statements. */
export const isPrepared = (client: pg.Client, { name }: { name: string }): boolean =>
  (client as unknown as { connection: Connection }).connection.parsedStatements[name] !== undefined;

/** One statement of the extended protocol, with its bounds. */
export class Flight extends Query {
  readonly #bounds: Bounds;
  /** The server answers for each of the statements, in their order. */
  #answered = 0;

  constructor(config: pg.QueryConfig, bounds: Bounds, callback: Callback) {
    super({ ...config, queryMode: 'extended', callback });
    this.#bounds = bounds;
  }

  override prepare = (connection: Connection): void => {
    if (this.#bounds.begins) run(connection, begin.name);
    super.prepare(connection);
  };

  /** pg calls this for the end of the statement's messages. */
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
