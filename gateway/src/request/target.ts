/** The target of a request in the one form that everything behind knows. */
import type { IncomingMessage } from 'node:http';

const absolute = /^https?:\/\/([^/?#@]+)([/?].*)?$/is;

/**
 * Turns an absolute target (`GET http://host/path`), which a server must accept (RFC 9112, section 3.2.2), into its path;
 * its host then counts instead of the Host header. Returns false for an absolute target that is no address of a
 * server: without a host, or with a password in it.
 */
export const takeAbsoluteTarget = (req: IncomingMessage): boolean => {
  const { url = '/' } = req;
  if (url.startsWith('/') || !url.includes('://')) return true;
  const [, host, rest = ''] = absolute.exec(url) ?? [];
  if (host === undefined) return false;
  req.headers.host = host;
  // Only OPTIONS asks about the server as a whole (section 3.2.4).
  if (rest === '' && req.method === 'OPTIONS') req.url = '*';
  else req.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
};
