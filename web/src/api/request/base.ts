import { type BaseQueryFn, createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Plain, readPlainReply, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { readerLocale } from '../../i18n/start.ts';
import { addressOf } from './address.ts';
import { forgetEarly, takeEarly } from './early.ts';
import { type Failure, lateAnswer, noAnswer } from './failure.ts';
import { readFailure } from './read-failure.ts';
import { repeatKey } from './repeat-key.ts';
import { noteServerTime } from './server-time.ts';
import { sessionExpired } from './session-expiry.ts';
import { tagTypes } from './tags.ts';
import { longestWait } from './time-limit.ts';

/** A request; its schemas decide how keys are spelt in the request and the reply. */
export type Request = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, unknown>;
  body?: unknown;
};

const send = fetchBaseQuery({ baseUrl: '/', credentials: 'same-origin', timeout: longestWait });

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
      // Mails caused by a request are written in the page's language.
      headers: { 'accept-language': readerLocale(), ...(repeat && { 'idempotency-key': repeat.key }) },
      ...(body === undefined ? {} : { body }),
    },
    api,
    extra,
  );
  repeat?.isAnswered(meta?.response?.status ?? 0, error?.data);
  if (meta?.response) noteServerTime(meta.response);
  if (!error) return { data: meta?.response?.status === 204 ? null : data };
  if (error.status === 'TIMEOUT_ERROR') return { error: lateAnswer() };
  if (typeof error.status !== 'number' && error.status !== 'PARSING_ERROR') return { error: noAnswer() };
  const status = typeof error.status === 'number' ? error.status : error.originalStatus;
  // A wrong password on sign-in is a 401 too, but there is no session to lose.
  const failure = readFailure(status, error.data);
  if (status === 401 && !url.startsWith('/auth/sign-') && !refusalsOfTheSignedIn.has(failure.name))
    api.dispatch(sessionExpired());
  return { error: failure };
};

/** Errors with status 401 that signed-in users get: from organizations, or about another account of the browser. */
const refusalsOfTheSignedIn = new Set([
  'INVALID_SESSION_TOKEN',
  'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
]);

/** Skips undefined, null and empty values; an array repeats its key, an object is written as `metadata[plan]`. */
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

/** The application's single RTK Query API; each resource injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  // Data changes while the seller looks elsewhere: when shown again it is refetched, with the cached data meanwhile.
  keepUnusedDataFor: 300,
  refetchOnMountOrArgChange: 5,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** A reply of this schema as held in the store: plain data, dates as text. */
export type Stored<Schema extends z.ZodType> = Plain<z.output<Schema>>;

/** Parses a reply of the billing API into camel case. */
export const billingReply =
  <Schema extends z.ZodType>(schema: Schema) =>
  (reply: unknown): Stored<Schema> =>
    readPlainReply(schema, reply, 'snake');

/** Parses a reply of the auth API. */
export const authReply =
  <Schema extends z.ZodType>(schema: Schema) =>
  (reply: unknown): Stored<Schema> =>
    readPlainReply(schema, reply, 'camel');

/** Encodes a request body for the billing API. */
export const billingBody = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): unknown =>
  toWire(schema, value, 'snake');

/** Encodes a query for the billing API; keys that the schema does not know are dropped. */
export const billingQuery = (schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> =>
  toWire(schema, value, 'snake') as Record<string, unknown>;
