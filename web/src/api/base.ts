import { type BaseQueryFn, createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Plain, readPlainReply, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { readerLocale } from '../i18n/start.ts';
import { addressOf } from './address.ts';
import { forgetEarly, takeEarly } from './early.ts';
import { type Failure, noAnswer } from './failure.ts';
import { readFailure } from './read-failure.ts';
import { repeatKey } from './repeat-key.ts';
import { noteServerTime } from './server-time.ts';
import { sessionExpired } from './session-expiry.ts';
import { tagTypes } from './tags.ts';

/** One request: the shapes decide how keys are spelt on the way out and in. */
export type Request = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, unknown>;
  body?: unknown;
};

const send = fetchBaseQuery({ baseUrl: '/', credentials: 'same-origin', timeout: 30_000 });

export type BaseQuery = BaseQueryFn<Request, unknown, Failure>;

const baseQuery: BaseQuery = async (request, api, extra) => {
  const { url, method = 'GET', query, body } = request;
  const address = addressOf(query ? `${url}?${queryText(query)}` : url);
  if (method !== 'GET') forgetEarly();
  const early = await takeEarly(address);
  if (early !== undefined) return { data: early };
  const isMaking = api.type === 'mutation' && method === 'POST' && url.startsWith('/billing/');
  const repeat = isMaking ? repeatKey(address, body) : null;
  const { data, error, meta } = await send(
    {
      url: address,
      method,
      // Mails that a request causes are written in the language of its page.
      headers: { 'accept-language': readerLocale(), ...(repeat && { 'idempotency-key': repeat.key }) },
      ...(body === undefined ? {} : { body }),
    },
    api,
    extra,
  );
  repeat?.isAnswered(meta?.response?.status ?? 0, error?.data);
  if (meta?.response) noteServerTime(meta.response);
  if (!error) return { data: meta?.response?.status === 204 ? null : data };
  if (typeof error.status !== 'number' && error.status !== 'PARSING_ERROR') return { error: noAnswer() };
  const status = typeof error.status === 'number' ? error.status : error.originalStatus;
  // Signing in with a wrong password is a 401 too, but there is no session to lose.
  const failure = readFailure(status, error.data);
  if (status === 401 && !url.startsWith('/auth/sign-') && !refusalsOfTheSignedIn.has(failure.name))
    api.dispatch(sessionExpired());
  return { error: failure };
};

/** What people who are signed in are answered with 401: by organizations, or about another account of the browser. */
const refusalsOfTheSignedIn = new Set([
  'INVALID_SESSION_TOKEN',
  'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
]);

/** Absent and null values are left out; a list repeats its key, a map writes `metadata[plan]`. */
export const queryText = (query: Record<string, unknown>): string => {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'object' && !Array.isArray(value))
      for (const [name, text] of Object.entries(value)) parameters.append(`${key}[${name}]`, String(text));
    else for (const item of Array.isArray(value) ? value : [value]) parameters.append(key, String(item));
  }
  return parameters.toString();
};

/** The one API of the application; each resource adds its own endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  // Customers buy while the seller looks elsewhere: what is shown again is looked up again, behind what is known.
  keepUnusedDataFor: 300,
  refetchOnMountOrArgChange: 5,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** What a reply of this shape is in the store: plain data, its points in time as text. */
export type Stored<Schema extends z.ZodType> = Plain<z.output<Schema>>;

/** Reads a reply of the billing API in the words of code. */
export const billingReply =
  <Schema extends z.ZodType>(schema: Schema) =>
  (reply: unknown): Stored<Schema> =>
    readPlainReply(schema, reply, 'snake');

/** Reads a reply of the auth API. */
export const authReply =
  <Schema extends z.ZodType>(schema: Schema) =>
  (reply: unknown): Stored<Schema> =>
    readPlainReply(schema, reply, 'camel');

/** Spells a request for the billing API. */
export const billingBody = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): unknown =>
  toWire(schema, value, 'snake');

/** Spells the query of a request to the billing API; what the shape does not know is left out. */
export const billingQuery = (schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> =>
  toWire(schema, value, 'snake') as Record<string, unknown>;
