/**
 * Detects a database server that has become silent: its machine is down or hangs, or the network is cut. TCP reports
 * that only after a quarter of an hour, and until then every pooled connection would be stuck with a statement.
 */
import type pg from 'pg';

/** Longer than `statement_timeout`: a working server has answered by then, if only with an error. */
export const silenceMilliseconds = 18_000;

/** Internals of pg's client, missing from its types. */
type Connection = {
  connection: { stream: import('node:net').Socket };
  _activeQuery: unknown;
  _sentQueryQueue: unknown[];
};

/**
 * Closes a connection that waits for a response without receiving a byte for so long; its statements fail as in an
 * outage. Statements without a timeout (`isPatient`) are exempt.
 */
export const endWhenSilent = (
  client: pg.Client,
  isPatient: () => boolean,
  milliseconds = silenceMilliseconds,
): void => {
  const parts = client as unknown as Connection;
  client.once('connect', () => {
    const { stream } = parts.connection;
    const isWaiting = (): boolean => parts._activeQuery !== null || parts._sentQueryQueue.length > 0;
    stream.setTimeout(milliseconds, () => {
      const { bytesRead } = stream;
      // A process that was suspended itself reads the pending bytes first.
      setImmediate(() => {
        if (!isWaiting() || isPatient() || stream.bytesRead !== bytesRead) return;
        stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
      });
    });
  });
};
