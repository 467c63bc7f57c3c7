/**
 * A database server that says nothing any more: its machine is gone, or stopped, or the wire to it is cut. Nothing tells a
 * connection so for a quarter of an hour, and until then all of them would be taken by statements without an answer.
 */
import type pg from 'pg';

/** Longer than a statement may take (`statement_timeout`): a server that lives has answered by then, if only to refuse. */
export const silenceMilliseconds = 18_000;

/** What pg keeps of a connection, and its types leave out. */
type Connection = {
  connection: { stream: import('node:net').Socket };
  _activeQuery: unknown;
  _sentQueryQueue: unknown[];
};

/**
 * Ends a connection that has waited so long for an answer without a byte of it; what was asked fails as by an outage.
 * Statements without a limit of their own (`isPatient`) are waited for.
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
      // A process that slept itself finds the answers only now.
      setImmediate(() => {
        if (!isWaiting() || isPatient() || stream.bytesRead !== bytesRead) return;
        stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
      });
    });
  });
};
