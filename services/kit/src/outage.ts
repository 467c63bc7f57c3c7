/** Telling a dead server from a wrong value: the first heals by waiting, the second does not. */
import { AppError } from './errors.ts';

/**
 * Codes of sockets, of Postgres (connections, shutting down, starting up, too many clients, a disk or memory that is full,
 * a failing disk, a server that only reads as after a failover) and of SMTP.
 */
const outages =
  /^(ECONN\w*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ESOCKET|EDNS|08\w{3}|57P0[1-3]|53[0-3]00|58030|25006)$/;
/** What the Postgres client says without a code, the last when the connection of a transaction was lost on the way. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|query runner (was )?already released/i;

/** Whether something failed because a server that it needs does not answer at present. */
export const isOutage = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof AppError) return error.status === 503;
  const { code, syscall, message, cause } = error as Partial<
    Record<'code' | 'syscall' | 'message' | 'cause', unknown>
  >;
  if (typeof code === 'string' && outages.test(code)) return true;
  // A server that is reached by a socket takes that away with it.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return (typeof message === 'string' && lostConnection.test(message)) || isOutage(cause);
};
