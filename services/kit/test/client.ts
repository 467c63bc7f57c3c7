/** A small HTTP client for tests of services, with JSON bodies and passports. */
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { eventually } from './eventually.ts';
import type { Stack } from './stack.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
export type Reply = { status: number; headers: Headers; text: string; body: any };

export type Send = (
  method: string,
  path: string,
  options?: { body?: unknown; as?: PassportClaims; headers?: Record<string, string> },
) => Promise<Reply>;

/** Sends again while the server is too busy (503), as many requests at once make it on a slow machine. */
export const insist = (request: () => Promise<Reply>): Promise<Reply> =>
  eventually(async () => {
    const reply = await request();
    if (reply.status === 503) throw new Error(reply.text);
    return reply;
  });

/** `send('POST', '/v1/products', { body, as: seller })` against an app served at `base`. */
export const createClient =
  (stack: Pick<Stack, 'passport'>, base: string): Send =>
  async (method, path, { body, as, headers } = {}) => {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as && { [passportHeader]: await stack.passport(as) }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };
