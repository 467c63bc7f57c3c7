/**
 * Development only: the movable clock and the sent mails (these routes do not exist in production). They answer only
 * this machine, and only under a loopback name, which protects against DNS rebinding.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import { isLoopbackName } from '@tessera/kit/config';
import { AppError, kitErrors } from '@tessera/kit/errors';
import type { Bus } from '@tessera/kit/events/bus';
import { moveClocks } from '@tessera/kit/events/dev-clock';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { ClockOffset } from '@tessera/proto/api/clock';
import { authDialect } from '@tessera/proto/api/error';
import express, { type RequestHandler, Router } from 'express';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { serveMailSamples } from './mail-samples.ts';

const endpoint = endpointFor(authDialect);

/** `wait`: seconds until the list is returned at the latest; default: immediately. */
const MailQuery = z.object({ wait: z.coerce.number().min(0).max(60).default(0) });

export type DevParts = {
  bus: Bus;
  clock: Clock;
  inboxUrl: string | undefined;
  /** The services' base URLs by name. */
  targets: Record<string, string>;
  /** The networks whose clients are accepted, as `DEVELOPMENT_NETWORK` says. */
  network: 'loopback' | 'private';
};

/** Routes `/api/dev/clock`, `/api/dev/mail` and `/api/dev/mail/samples`. */
export const serveDev = (parts: DevParts): RequestHandler => {
  const { bus, clock, network } = parts;
  const inbox = askInbox(parts.inboxUrl);
  return Router({ caseSensitive: true })
    .use((req, _res, next) => {
      if (!isNear(req, network)) throw kitErrors.NotPermitted('Only available from this machine');
      next();
    })
    .use(express.json())
    .get(
      '/clock',
      endpoint({ reply: ClockOffset }, () => ({ offsetSeconds: clock.offsetSeconds() })),
    )
    .post(
      '/clock',
      endpoint({ body: ClockOffset, reply: ClockOffset }, async ({ body }) => {
        await moveClocks(bus, body.offsetSeconds);
        return body;
      }),
    )
    .use('/mail/samples', serveMailSamples(parts.targets))
    .get('/mail', async (req, res) => {
      const query = MailQuery.safeParse(req.query);
      if (!query.success) throw new AppError(authDialect.refuse('query', MailQuery, query.error.issues));
      const answer = await inbox('GET', query.data.wait);
      res
        .status(answer.status)
        .type('application/json')
        .send(await answer.text());
    })
    .delete('/mail', async (_req, res) => void res.status((await inbox('DELETE')).status).end());
};

/** Whether a request comes from this machine (or a container's network), under a loopback name. */
const isNear = ({ socket, headers }: IncomingMessage, network: DevParts['network']): boolean => {
  const peer = socket.remoteAddress ?? '';
  const range = ipaddr.isValid(peer) ? ipaddr.process(peer).range() : 'unknown';
  const url = URL.parse(`http://${headers.host ?? ''}`);
  if (url === null || !isLoopbackName(url.hostname)) return false;
  return range === 'loopback' || (network === 'private' && nearby.has(range));
};

const nearby = new Set(['private', 'uniqueLocal', 'linkLocal']);

const askInbox =
  (url: string | undefined) =>
  async (method: string, wait = 0): Promise<Response> => {
    if (url === undefined) throw kitErrors.ServiceUnavailable('No inbox is configured');
    try {
      const signal = AbortSignal.timeout(5_000 + wait * 1_000);
      return await fetch(`${url}/mail${wait > 0 ? `?wait=${wait}` : ''}`, { method, signal });
    } catch {
      throw kitErrors.ServiceUnavailable('The inbox is not responding');
    }
  };
