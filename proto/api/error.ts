/** The two error dialects: errors of `/api/auth` and `/api/billing` in the form that their clients expect. */
import { z } from 'zod';
import { isAbsent, nearestOption } from './nearest-option.ts';
import { type Casing, wirePath } from './wire.ts';

/** An error of `/api/auth` (contracts/auth.md, section 1.4). */
export const AuthError = z.object({ code: z.string().optional(), message: z.string() });

/** An invalid field of a billing request. `loc` starts with body, query or path. */
export const RefusedField = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
  /** The bound that was exceeded, by name: `ge`, `gt` or `le`. */
  ctx: z.record(z.string(), z.number()).optional(),
});
export type RefusedField = z.infer<typeof RefusedField>;

/** An error of `/api/billing` (contracts/billing.md, section 1). */
export const BillingError = z.object({
  error: z.string(),
  detail: z.union([z.string(), z.array(RefusedField)]),
});

/** The part of a request that failed validation. */
export type RequestPart = 'body' | 'query' | 'path';

/** An error as a service describes it, before it is rendered in a dialect. */
export type Failure = {
  /** Name of the error, e.g. `ResourceNotFound`; not rendered by the auth dialect. */
  name: string;
  status: number;
  /** Null: empty body (the auth dialect's "401 (empty)"). */
  message: string | null;
  code?: string | undefined;
  fields?: RefusedField[] | undefined;
  extra?: Record<string, unknown> | undefined;
  /** Seconds until a retry makes sense; sent in the headers `retry-after` and `x-retry-after`. */
  retryAfter?: number | undefined;
};

/** How an API spells keys and errors. */
export type Dialect = {
  casing: Casing;
  /** Handling of repeated query parameters: a list of all values (and `a[b]` is a map), or the last value. */
  repeated: 'list' | 'last';
  /** Which bodies are JSON: by their media type, or also where the content type names it anywhere. */
  json: 'typed' | 'named';
  /** With `reportInput`, issues carry their input, by which absent values are told from invalid ones. */
  refuse: (part: RequestPart, schema: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]) => Failure;
  render: (failure: Failure) => unknown;
  /** The caller is not authenticated, and the route requires it. */
  unauthorized: Failure;
  /** No route of this method and path. Null message: empty body. */
  noRoute: Failure;
  /** The path exists, but not with this method. Null: treated as no route. */
  wrongMethod: Failure | null;
};

/** `You can't` -> `YOU_CANT`: derives the code of an auth error from its message. */
export const codeOf = (message: string): string =>
  message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '');

export const authDialect: Dialect = {
  casing: 'camel',
  repeated: 'last',
  json: 'named',
  unauthorized: { name: 'Unauthorized', status: 401, message: null },
  noRoute: { name: 'NotFound', status: 404, message: null },
  wrongMethod: null,
  refuse: (part) => ({
    name: 'ValidationError',
    status: 400,
    code: 'VALIDATION_ERROR',
    message: part === 'query' ? 'Invalid query parameters' : 'Invalid body parameters',
  }),
  render: ({ code, message, extra }) =>
    message === null ? undefined : { code: code ?? codeOf(message), message, ...extra },
};

/**
 * The `WWW-Authenticate` header of an error (RFC 6750, section 3): what is wrong with a token, and which scopes are
 * required; for an unauthenticated OAuth client, the authentication scheme (RFC 6749, section 5.2). Null: none.
 */
export const challengeOf = ({ name, status, message, extra }: Failure): string | null => {
  if (name === 'invalid_client' && status === 401) return 'Basic realm="tessera"';
  const isAboutToken = name === 'invalid_token' || name === 'insufficient_scope';
  if (message === null || !(isAboutToken || status === 401)) return null;
  const fields = isAboutToken ? Object.entries({ error: name, ...extra }) : [];
  return ['Bearer realm="tessera"', ...fields.map(([key, value]) => `${key}="${value}"`)].join(', ');
};

/** Maximum number of invalid fields in a reply. */
const maxRefused = 100;

export const billingDialect: Dialect = {
  casing: 'snake',
  repeated: 'list',
  json: 'typed',
  unauthorized: { name: 'Unauthorized', status: 401, message: 'Not authenticated' },
  noRoute: { name: 'ResourceNotFound', status: 404, message: 'Not Found' },
  wrongMethod: { name: 'MethodNotAllowed', status: 405, message: 'Method Not Allowed' },
  refuse: (part, schema, issues) => ({
    name: 'RequestValidationError',
    status: 422,
    message: 'The request is not valid.',
    fields: issues.slice(0, maxRefused).flatMap((issue) => refusedFields(part, schema, issue)),
  }),
  render: ({ name, message, fields, extra }) => ({
    error: name,
    detail: fields ?? message ?? name,
    ...extra,
  }),
};

const refusedFields = (
  part: RequestPart,
  schema: z.core.$ZodType,
  issue: z.core.$ZodIssue,
): RefusedField[] => {
  // If no option of a union matches, reports the errors of the closest one.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = otherTypeThanAny(issue.errors) ?? nearestOption(issue);
    return nearest.flatMap((inner) =>
      refusedFields(part, schema, { ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
    );
  }
  // An invalid key of user data: reports the specific errors.
  if (issue.code === 'invalid_key')
    return issue.issues.flatMap((inner) => refusedFields(part, schema, { ...inner, path: issue.path }));
  const loc = [part, ...wirePath(schema, issue.path, 'snake')];
  const type = refusalType(issue);
  const ctx = boundOf(issue, type);
  const msg = isOptionAbsent(issue) || isAbsent(issue) ? 'Field required' : issue.message;
  return [{ loc, msg, type, ...(ctx && { ctx }) }];
};

/** If the value's type differs from all options of a union: returns one issue that lists the types of all options. */
const otherTypeThanAny = (options: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue[] | null => {
  const refused = options.flatMap((option) => option.find(isOfOtherType) ?? []);
  const [first] = refused;
  if (!first || isAbsent(first) || refused.length !== options.length) return null;
  const types = new Set(refused.map(({ expected }) => expected));
  const expected = new Intl.ListFormat('en', { type: 'disjunction' }).format(types);
  return [{ ...first, message: first.message.replace(/expected \w+/, `expected ${expected}`) }];
};

const isOfOtherType = (issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType =>
  issue.code === 'invalid_type' && issue.path.length === 0;

/** The bound that a number violated. */
const boundOf = (issue: z.core.$ZodIssue, type: string): Record<string, number> | null => {
  if (issue.code === 'too_small' && type === 'greater_than_equal') return { ge: Number(issue.minimum) };
  if (issue.code === 'too_small' && type === 'greater_than') return { gt: Number(issue.minimum) };
  if (issue.code === 'too_big' && type === 'less_than_equal') return { le: Number(issue.maximum) };
  return null;
};

/** Whether an enum value or a discriminator is absent, if the issue carries its input. */
const isOptionAbsent = (issue: z.core.$ZodIssue): boolean => {
  if (issue.code === 'invalid_value') return 'input' in issue && issue.input === undefined;
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return false;
  const { input, discriminator } = issue;
  return typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator);
};

/** The error type of an issue, in the contract's terms. */
const refusalType = (issue: z.core.$ZodIssue): string => {
  if (isAbsent(issue) || isOptionAbsent(issue)) return 'missing';
  switch (issue.code) {
    case 'invalid_type':
      return `${issue.expected}_type`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'too_short';
      return issue.inclusive === false ? 'greater_than' : 'greater_than_equal';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'less_than_equal';
    case 'invalid_value':
      return 'enum';
    case 'custom':
      return typeof issue.params?.['type'] === 'string' ? issue.params['type'] : 'value_error';
    default:
      return 'value_error';
  }
};
