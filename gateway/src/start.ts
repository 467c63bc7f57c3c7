/**
 * What the dashboard asks for first, answered in one reply: who is there, the organization of the address, what one may do in
 * it, one's preferences, how this installation is configured. Each question goes the way of a request of its own, so that
 * every rule holds for it; what is not answered well is left out, and the page asks for that itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import inject, { type Response } from 'light-my-request';
import { z } from 'zod';

/** Where it is; `web/src/api/early.ts` asks for it. */
export const startPath = '/api/start';

const Query = z.object({ slug: z.string().regex(/^[\w-]{1,100}$/) });

const FoundOrganizations = z.object({ items: z.array(z.object({ id: z.string() })) });

/** What a question takes over from the request: whose it is, in which language it is read, and from where it comes. */
const passedOn = [
  'accept-language',
  'cookie',
  'host',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
];

export type StartOptions = {
  /** Answers a request of the APIs, and says whether it did. */
  api: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Where the auth API is. */
  basePath: string;
};

/** `GET /api/start?slug=acme` → `{ [address]: reply }`, by the addresses at which the page would ask; 400 for another query. */
export const startAnswers =
  ({ api, basePath }: StartOptions): RequestHandler =>
  async (req, res) => {
    const query = Query.safeParse(req.query);
    res.setHeader('cache-control', 'no-store');
    if (!query.success) {
      res.status(400).json({ code: 'BAD_REQUEST', message: 'slug: must be the slug of an organization' });
      return;
    }
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => (req.headers[name] === undefined ? [] : [[name, req.headers[name]]])),
    );
    const cookies: string[] = [];
    const ask = async (url: string): Promise<[url: string, reply: string] | null> => {
      const remoteAddress = req.socket.remoteAddress ?? '127.0.0.1';
      const given = { method: 'GET', url, headers, remoteAddress } as const;
      const answer = await inject((asked, answered) => {
        // As Node says of a request whose end has come: there is nothing behind its head.
        void api(Object.assign(asked, { complete: true }), answered);
      }, given).catch(() => null);
      if (answer === null || !isReply(answer)) return null;
      cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
      return [url, answer.payload];
    };
    const askMembership = async () => {
      const organization = await ask(`/api/billing/v1/organizations/?limit=1&slug=${query.data.slug}`);
      const id = organization && idIn(organization[1]);
      const address = `${basePath}/organization/own-membership?organizationId=${id}`;
      return [organization, id ? await ask(address) : null];
    };
    const answers = await Promise.all([
      ask(`${basePath}/get-session`).then((one) => [one]),
      askMembership(),
      ...['preferences', 'public-options'].map((name) => ask(`${basePath}/${name}`).then((one) => [one])),
    ]);
    if (cookies.length > 0) res.setHeader('set-cookie', cookies);
    const parts = answers.flat().flatMap((one) => (one ? [`${JSON.stringify(one[0])}:${one[1]}`] : []));
    res.type('json').send(`{${parts.join(',')}}`);
  };

const isReply = ({ statusCode, headers }: Response): boolean =>
  statusCode === 200 && String(headers['content-type']).startsWith('application/json');

const idIn = (reply: string): string | undefined =>
  FoundOrganizations.safeParse(JSON.parse(reply)).data?.items[0]?.id;
