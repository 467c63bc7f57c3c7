/** The two error dialects: `/api/auth` and `/api/billing` answer failures in the words of their clients. */
import { z } from 'zod';
import { type Casing, wirePath } from './wire.ts';

/** A failure of `/api/auth` (contracts/auth.md, section 1.4). */
export const AuthError = z.object({ code: z.string().optional(), message: z.string() });

/** One refused field of a billing request. `loc` starts with body, query or path. */
export const RefusedField = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
  /** The bound that was passed: `ge` or `le`. */
  ctx: z.record(z.string(), z.number()).optional(),
});
export type RefusedField = z.infer<typeof RefusedField>;

/** A failure of `/api/billing` (contracts/billing.md, section 1). */
export const BillingError = z.object({
  error: z.string(),
  detail: z.union([z.string(), z.array(RefusedField)]),
});

/** Which part of a request was refused. */
export type RequestPart = 'body' | 'query' | 'path';

/** What a service knows of a failure before it is put into a dialect's words. */
export type Failure = {
  /** The field's name of the failure, e.g. `ResourceNotFound`; ignored by the auth dialect unless `code` is set. */
  name: string;
  status: number;
  /** Null: the answer has no body (the auth dialect's "401 (empty)"). */
  message: string | null;
  code?: string | undefined;
  fields?: RefusedField[] | undefined;
  extra?: Record<string, unknown> | undefined;
  /** Seconds after which the same is worth another try; told in the headers `retry-after` and `x-retry-after`. */
  retryAfter?: number | undefined;
};

/** How one API spells keys and failures. */
export type Dialect = {
  casing: Casing;
  /** A name that a query repeats: all its values are a list (and `a[b]` is a map), or the last one counts. */
  repeated: 'list' | 'last';
  /** Issues that carry what they are about (`reportInput`) tell what is absent from what is wrong. */
  refuse: (part: RequestPart, schema: z.core.$ZodType, issues: readonly z.core.$ZodIssue[]) => Failure;
  render: (failure: Failure) => unknown;
  /** Nobody we know is calling, and the route needs someone. */
  unauthorized: Failure;
  /** No route of this method and path. Null message: an empty answer. */
  noRoute: Failure;
  /** There is the path, but not with this method. Null: that is as if there were no route. */
  wrongMethod: Failure | null;
};

/** `You can't` -> `YOU_CANT`: the code of an auth failure is derived from its message. */
export const codeOf = (message: string): string =>
  message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '');

export const authDialect: Dialect = {
  casing: 'camel',
  repeated: 'last',
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
 * The header `WWW-Authenticate` of a failure (RFC 6750, section 3): what is wrong with a token, and which scopes would do; of an
 * OAuth client that has not shown who it is, how it could (RFC 6749, section 5.2). Null: the failure has none.
 */
export const challengeOf = ({ name, status, message, extra }: Failure): string | null => {
  if (name === 'invalid_client' && status === 401) return 'Basic realm="tessera"';
  const isAboutToken = name === 'invalid_token' || name === 'insufficient_scope';
  if (message === null || !(isAboutToken || status === 401)) return null;
  const told = isAboutToken ? Object.entries({ error: name, ...extra }) : [];
  return ['Bearer realm="tessera"', ...told.map(([key, value]) => `${key}="${value}"`)].join(', ');
};

/** Refused fields that an answer names: nobody reads the hundred thousandth. */
const maxRefused = 100;

export const billingDialect: Dialect = {
  casing: 'snake',
  repeated: 'list',
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
  // Of a union that nothing matched, the option that came furthest says most about what was meant:
  // deepest, then the one of which least is absent.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest =
      otherTypeThanAny(issue.errors) ??
      issue.errors.toSorted(
        (a, b) => depth(b) - depth(a) || absent(a) - absent(b) || a.length - b.length,
      )[0] ??
      [];
    return nearest.flatMap((inner) =>
      refusedFields(part, schema, { ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
    );
  }
  // A key of user data: what is wrong with it, not only that something is.
  if (issue.code === 'invalid_key')
    return issue.issues.flatMap((inner) => refusedFields(part, schema, { ...inner, path: issue.path }));
  const loc = [part, ...wirePath(schema, issue.path, 'snake')];
  const type = refusalType(issue);
  const ctx = boundOf(issue, type);
  const msg = isOptionAbsent(issue) || isAbsent(issue) ? 'Field required' : issue.message;
  return [{ loc, msg, type, ...(ctx && { ctx }) }];
};

/** Of a union whose options all are of another type than what was sent: one issue that names the types of all of them. */
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

/** The bound of a number that was too small or too large. */
const boundOf = (issue: z.core.$ZodIssue, type: string): Record<string, number> | null => {
  if (issue.code === 'too_small' && type === 'greater_than_equal') return { ge: Number(issue.minimum) };
  if (issue.code === 'too_small' && type === 'greater_than') return { gt: Number(issue.minimum) };
  if (issue.code === 'too_big' && type === 'less_than_equal') return { le: Number(issue.maximum) };
  return null;
};

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

/** Of a union, an option that found nothing tells that nothing is there. */
const isAbsent = (issue: z.core.$ZodIssue): boolean =>
  issue.message.endsWith('received undefined') ||
  (issue.code === 'invalid_union' &&
    issue.errors.some((option) => option.some((inner) => inner.path.length === 0 && isAbsent(inner))));

/** That an option or a tag is absent, where the issue carries what it is about. */
const isOptionAbsent = (issue: z.core.$ZodIssue): boolean => {
  if (issue.code === 'invalid_value') return 'input' in issue && issue.input === undefined;
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return false;
  const { input, discriminator } = issue;
  return typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator);
};

const absent = (issues: readonly z.core.$ZodIssue[]): number => issues.filter(isAbsent).length;

/** The type of a refusal in the words of the contract. */
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
