/** Where NATS is, and as whom to connect, from `NATS_URL`. */
import type { ConnectionOptions } from '@nats-io/transport-node';

const withoutScheme = (server: string): string => server.replace(/^\w+:\/\//, '');

/** User and password, or a token, before the host; the client library ignores them there. */
const loginIn = (server: string): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> | undefined => {
  const { username, password } = new URL(`nats://${withoutScheme(server)}`);
  if (username === '') return undefined;
  const user = decodeURIComponent(username);
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) };
};

/**
 * The connection options for one or more addresses, comma separated. All servers get the login of the first address
 * that has one. Where all of them are `tls://`, a server without TLS is refused before it gets the login.
 */
export const serversAt = (url: string): ConnectionOptions => {
  const servers = url.split(',');
  return {
    servers: servers.map((server) => server.slice(server.lastIndexOf('@') + 1)),
    ...servers.map(loginIn).find((login) => login !== undefined),
    ...(servers.every((server) => server.startsWith('tls://')) && { tls: {} }),
  };
};
