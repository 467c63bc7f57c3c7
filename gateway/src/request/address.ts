/** Determines the client's IP address for the services behind the gateway. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

const normalized = new LRUCache<string, string>({ max: 10_000 });

/**
 * Returns the client's address as dotted IPv4 or eight-group IPv6. Of `x-forwarded-for` only the entries of our own
 * proxies are trusted: `trustedProxies` entries from the right.
 */
export const addressOf = (req: IncomingMessage, trustedProxies: number): string => {
  const socket = addressOfSocket(req.socket);
  if (trustedProxies === 0) return socket;
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return normalize(forwarded[forwarded.length - trustedProxies] ?? forwarded[0] ?? socket);
};

/** Returns the address of a connection in the same form; empty if it has been closed. */
export const addressOfSocket = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  normalize(remoteAddress);

const normalize = (address: string): string => {
  const known = normalized.get(address);
  if (known !== undefined) return known;
  const text = ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : '';
  normalized.set(address, text);
  return text;
};
