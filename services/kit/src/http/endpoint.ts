/** An endpoint parses the request, calls a handler, and shapes the reply. No route parses or shapes by itself. */
import type { Dialect, Failure, RequestPart } from '@tessera/proto/api/error';
import type { Caller, UserCaller } from '@tessera/proto/api/passport';
import { fromWire, toWire } from '@tessera/proto/api/wire';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { callerOf, requireInPerson } from './passport.ts';
import { sendReply } from './send-json.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The shapes of an endpoint. `status` defaults to 200, or 204 without a reply. `summary` is for the API docs. */
export type Shapes = {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply?: z.ZodType;
  /** The shape of a reply that the handler streams itself: described, but neither checked nor serialized here. */
  sent?: z.ZodType;
  /** The media type of a reply that is not JSON, such as `text/csv`. */
  media?: string;
  /** The body is form-encoded, as an RFC requires; described so. */
  isForm?: true;
  status?: number;
  summary?: string;
  /** Requires a signed-in user; checked after the shapes, as the auth contract requires. */
  session?: true;
  /**
   * Refuses an administrator who impersonates a user (403), checked after the session. For what outlives the
   * impersonation: credentials, who belongs to an organization, where data and money go.
   */
  inPerson?: true;
  /** Finds the row that the path names and checks the caller's access, after the shapes. See `access/rules.ts`. */
  row?: RowStep<never, unknown>;
};

/**
 * Finds the row that a path names, for a caller, so that handlers cannot forget the access check. Throws
 * ResourceNotFound if the caller may not see it, NotPermitted if the caller may not change it.
 */
export type RowStep<Params, Row> = (call: {
  params: Params;
  caller: Caller;
  /** The header as passed on by the gateway, for routes with their own credentials. */
  authorization?: string | undefined;
}) => Promise<Row>;

/** What a handler receives: the parsed parts, the row, the caller; request and response for cookies and headers. */
export type Call<S extends Shapes> = {
  params: Parsed<S['params']>;
  query: Parsed<S['query']>;
  body: Parsed<S['body']>;
  row: S['row'] extends RowStep<never, infer Row> ? Row : undefined;
  caller: S['session'] extends true ? UserCaller : Caller;
  req: Request;
  res: Response;
};

type Answer<S extends Shapes> = S['reply'] extends z.ZodType ? z.input<S['reply']> : unknown;

/** A handler with its shapes, so that the API description is generated from the code that runs. */
export type EndpointHandler = RequestHandler & { shapes: Shapes; dialect: Dialect };

/** Returns an API's `endpoint` function. Throws the dialect's validation error, or 401 without a required session. */
export const endpointFor =
  (dialect: Dialect) =>
  <const S extends Shapes>(
    shapes: S & { row?: RowStep<Parsed<S['params']>, unknown> },
    handle: (call: Call<S>) => Promise<Answer<S>> | Answer<S>,
  ): EndpointHandler => {
    const handler: RequestHandler = async (req, res) => {
      const { params, query, body } = parseParts(dialect, shapes, req);
      const caller = callerOf(req);
      if (shapes.session && caller.kind !== 'user') throw new AppError(dialect.unauthorized);
      if (shapes.inPerson) requireInPerson(caller);
      const { authorization } = req.headers;
      const row = await shapes.row?.({ params: params as never, caller, authorization });
      const reply = await handle({ body, query, params, row, caller, req, res } as Call<S>);
      if (res.headersSent) return;
      if (!shapes.reply) {
        res.status(shapes.status ?? 204).end();
        return;
      }
      if (req.app.locals['checkReplies']) shapes.reply.parse(reply);
      res.status(shapes.status ?? 200);
      await sendReply(res, toWire(shapes.reply, reply, dialect.casing));
    };
    return Object.assign(handler, { shapes, dialect });
  };

/** Refuses all invalid parts with one error. Where the dialect's errors name no fields, the body's counts first. */
const parseParts = (dialect: Dialect, shapes: Shapes, req: Request) => {
  const refused: Failure[] = [];
  const from = { dialect, req, wanted: shapes.isForm ? form : json, refused };
  const parts = {
    params: parsePart(from, 'path', shapes.params),
    query: parsePart(from, 'query', shapes.query),
    body: parsePart(from, 'body', shapes.body),
  };
  const last = refused.at(-1);
  if (!last) return parts;
  throw new AppError(last.fields ? { ...last, fields: refused.flatMap(({ fields = [] }) => fields) } : last);
};

type Source = { dialect: Dialect; req: Request; wanted: Media; refused: Failure[] };

/** The parsed part; undefined if the endpoint has none, or it is refused. */
const parsePart = (
  { dialect, req, wanted, refused }: Source,
  part: RequestPart,
  schema: z.ZodType | undefined,
): unknown => {
  if (!schema) return undefined;
  const value: unknown = part === 'path' ? req.params : fromWire(schema, req[part], dialect.casing);
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issues = part === 'body' && isOtherThan(req, wanted) ? [wanted.issue] : result.error.issues;
  refused.push(dialect.refuse(part, schema, issues));
  return undefined;
};

type Media = { types: string[]; issue: z.core.$ZodIssue };

const mediaOf = (types: string[], message: string): Media => ({
  types,
  issue: { code: 'custom', path: [], message, params: { type: 'json_type' }, input: null },
});

const json = mediaOf(
  ['json', '+json'],
  'The body must be JSON, with the header Content-Type: application/json',
);
const form = mediaOf(
  ['urlencoded'],
  'The body must be a form, with the header Content-Type: application/x-www-form-urlencoded',
);

/** As curl sends `-d` where JSON is wanted: the error should name the media type, not every field as missing. */
const isOtherThan = (req: Request, { types }: Media): boolean => req.is(types) === false;
