/** One endpoint: parse -> handle -> shape the reply. No route parses or shapes by hand. */
import type { Dialect, RequestPart } from '@tessera/proto/api/error';
import type { Caller, UserCaller } from '@tessera/proto/api/passport';
import { fromWire, toWire } from '@tessera/proto/api/wire';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError } from './errors.ts';
import { callerOf } from './passport.ts';
import { sendReply } from './send-json.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The shapes of an endpoint. `status` defaults to 200, or 204 without a reply. `summary` is for the API's description. */
export type Shapes = {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  reply?: z.ZodType;
  /** What the handler sends by itself, piece by piece: described, and neither checked nor spelt here. */
  sent?: z.ZodType;
  /** The same of what is no JSON: its media type, `text/csv`. */
  media?: string;
  /** The body is sent as a form, as an RFC has it: described so. */
  isForm?: true;
  status?: number;
  summary?: string;
  /** Only someone signed in may call; checked after the shapes, as the auth contract has it. */
  session?: true;
  /** Whose the row is that the path names: finds it for the caller, after the shapes, or refuses. See `access.ts`. */
  row?: RowStep<never, unknown>;
};

/**
 * Finds what a path names for a caller, so that a handler cannot forget to ask whose it is. Throws ResourceNotFound for
 * what the caller may not see, NotPermitted for what it may not change.
 */
export type RowStep<Params, Row> = (call: {
  params: Params;
  caller: Caller;
  /** As the gateway lets it through: where a route knows credentials of its own. */
  authorization?: string | undefined;
}) => Promise<Row>;

/** What a handler is given: parsed parts, the row found, the caller, and the raw pair for cookies and headers. */
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

/** A handler that carries its shapes and dialect, so that the API's description is made from what really runs. */
export type EndpointHandler = RequestHandler & { shapes: Shapes; dialect: Dialect };

/** Makes the `endpoint` of one API. Errors: the dialect's refusal for bad input, 401 where a session is needed. */
export const endpointFor =
  (dialect: Dialect) =>
  <const S extends Shapes>(
    shapes: S & { row?: RowStep<Parsed<S['params']>, unknown> },
    handle: (call: Call<S>) => Promise<Answer<S>> | Answer<S>,
  ): EndpointHandler => {
    const handler: RequestHandler = async (req, res) => {
      const body = parsePart({ dialect, req, wanted: shapes.isForm ? form : json }, 'body', shapes.body);
      const query = parsePart({ dialect, req }, 'query', shapes.query);
      const params = parsePart({ dialect, req }, 'path', shapes.params);
      const caller = callerOf(req);
      if (shapes.session && caller.kind !== 'user') throw new AppError(dialect.unauthorized);
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

const parsePart = (
  { dialect, req, wanted = json }: { dialect: Dialect; req: Request; wanted?: Media },
  part: RequestPart,
  schema: z.ZodType | undefined,
): unknown => {
  if (!schema) return undefined;
  const value: unknown = part === 'path' ? req.params : fromWire(schema, req[part], dialect.casing);
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issues = part === 'body' && isOtherThan(req, wanted) ? [wanted.issue] : result.error.issues;
  throw new AppError(dialect.refuse(part, schema, issues));
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

/** As curl sends what it is given with `-d` where JSON is wanted: then it is not that each field is missing. */
const isOtherThan = (req: Request, { types }: Media): boolean => req.is(types) === false;
