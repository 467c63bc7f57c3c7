/** Development only: the movable clock and the sent mail (these routes do not exist in production). */
import type { Bus } from '@tessera/kit/bus';
import type { Clock } from '@tessera/kit/clock';
import { ClockOffset, moveClocks } from '@tessera/kit/dev-clock';
import { endpointFor } from '@tessera/kit/endpoint';
import { kitErrors } from '@tessera/kit/errors';
import { authDialect } from '@tessera/proto/api/error';
import express, { type RequestHandler, Router } from 'express';

const endpoint = endpointFor(authDialect);

/** `/api/dev/clock` and `/api/dev/mail`. */
export const serveDev = (parts: { bus: Bus; clock: Clock; inboxUrl: string | undefined }): RequestHandler => {
  const { bus, clock } = parts;
  const inbox = askInbox(parts.inboxUrl);
  return Router()
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
    .get('/mail', async (_req, res) => {
      const answer = await inbox('GET');
      res
        .status(answer.status)
        .type('application/json')
        .send(await answer.text());
    })
    .delete('/mail', async (_req, res) => void res.status((await inbox('DELETE')).status).end());
};

const askInbox =
  (url: string | undefined) =>
  async (method: string): Promise<Response> => {
    if (url === undefined) throw kitErrors.ServiceUnavailable('No inbox is configured');
    try {
      return await fetch(`${url}/mail`, { method, signal: AbortSignal.timeout(5_000) });
    } catch {
      throw kitErrors.ServiceUnavailable('The inbox does not answer');
    }
  };
