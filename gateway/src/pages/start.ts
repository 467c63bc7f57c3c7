/**
 * Batches the dashboard's first requests into one reply: session, the URL's organization, the user's permissions in
 * it, preferences, public options. Each request passes through the API like one of its own, so that every rule
 * applies; failed ones are left out, and the page makes them itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import inject, { type Response } from 'light-my-request';
import { z } from 'zod';

/** Path of the batch; requested by `web/src/api/request/early.ts`. */
export const startPath = '/api/start';

const Query = z.object({ slug: z.string().regex(/^[\w-]{1,100}$/) });

const FoundOrganizations = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Headers copied to each inner request: credentials, language and client address among them. */
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
  /** Answers an API request; returns whether it did. */
  api: (req: IncomingMessage, res: ServerResponse) => boolean;
  /** Public path of the auth API. */
  basePath: string;
};

/**
 * `GET /api/start?slug=acme` → `{ [url]: reply }`, by the URLs that the page would request; 400 for an invalid query.
 */
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
        // Marks the request as complete, as Node does: it has no body.
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
