/** Distinguishes outages, which pass, from invalid values, which do not. */
import { AppError } from '../errors.ts';

/**
 * Codes of sockets, Postgres (connections, shutting down, starting up, too many clients, full disk or memory, failing
 * disk, read-only server after a failover) and SMTP.
 */
const outages =
  /^(ECONN\w*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ESOCKET|EDNS|08\w{3}|57P0[1-3]|53[0-3]00|58030|25006)$/;
/** Messages of the Postgres client without a code, the last when the connection of a transaction was lost. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|query runner (was )?already released/i;

/** Whether an operation failed because a server is currently unavailable. */
export const isOutage = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof AppError) return error.status === 503;
  const { code, syscall, message, cause } = error as Partial<
    Record<'code' | 'syscall' | 'message' | 'cause', unknown>
  >;
  if (typeof code === 'string' && outages.test(code)) return true;
  // A server on a Unix socket removes the socket's file when it stops.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return (typeof message === 'string' && lostConnection.test(message)) || isOutage(cause);
};
