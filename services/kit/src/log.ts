/** Structured logs: one JSON line per outcome, with secrets redacted by key at any depth. */
import { trace } from '@opentelemetry/api';
import { type Logger, pino } from 'pino';
import { type LogOutput, openLogOutput } from './log-output.ts';

export type { Logger } from 'pino';

const secrets = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'clientSecret',
  'client_secret',
  'accessToken',
  'refreshToken',
  'idToken',
  'x-tessera-passport',
  'headers',
  'body',
]);

const censor = '[redacted]';
const deepest = 3;

/** Returns log fields without secrets, tokens, cookies and bodies, at one lookup per key of flat objects. */
export const redact = (fields: Record<string, unknown>, depth = 0): Record<string, unknown> => {
  const out: Record<string, unknown> = {};
  for (const key in fields) {
    const value = fields[key];
    if (secrets.has(key)) out[key] = censor;
    else if (typeof value === 'object' && value !== null) out[key] = redactInner(value, depth);
    else out[key] = value;
  }
  return out;
};

/** Recurses into arrays and plain objects; dates, errors and the like are left to their serializers. */
const redactInner = (value: object, depth: number): unknown => {
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return value;
  if (depth >= deepest) return censor;
  if (!isList) return redact(value as Record<string, unknown>, depth + 1);
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null ? redactInner(item, depth + 1) : item,
  );
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Errors of statements and requests carry values; only type, message, code and stack are logged. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, code, stack, ...(cause !== undefined && { cause: serializeError(cause) }) };
};

/**
 * Creates the logger of a process. Lines are buffered for at most 100 ms and written together: single writes would
 * cost a busy process more than formatting them. The buffer is flushed when the process exits or crashes.
 */
export const createLogger = (options: LoggerOptions): Logger => {
  const log = pino(
    {
      ...lineOf(options),
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      serializers: { err: serializeError },
      mixin: () => {
        const context = trace.getActiveSpan()?.spanContext();
        return context ? { traceId: context.traceId } : {};
      },
    },
    stdout(),
  );
  accessLogs.set(log, createAccessLog(options));
  return log;
};

type AccessFields = Record<string, string | number | boolean | undefined>;

/** Writes one line per request. */
export type AccessLog = { info: (fields: AccessFields, message: string) => void };

/**
 * A logger for lines of ids, numbers and route names, which need no redaction. For a line per request, a general
 * logger would take several times as long.
 */
export const createAccessLog = ({ service, level }: LoggerOptions): AccessLog => {
  const { values } = pino.levels;
  if ((values[level] ?? Number.POSITIVE_INFINITY) > Number(values['info'])) return { info: () => undefined };
  const out = stdout();
  const head = `,"service":${quote(service)}`;
  return {
    info: (fields, message) =>
      out.write(`{"level":"info"${timestamp()}${head}${members(fields)},"msg":${quote(message)}}\n`),
  };
};

/** Formats fields as JSON members, each after a comma. */
export const members = (fields: AccessFields): string => {
  let text = '';
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) text += `,"${key}":${typeof value === 'string' ? quote(value) : value}`;
  }
  return text;
};

const plain = /^[\w ./:*-]*$/;

const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

const accessLogs = new WeakMap<Logger, AccessLog>();

/** Returns the access log of a logger; for loggers made elsewhere, the logger itself. */
export const accessLogOf = (log: Logger): AccessLog => accessLogs.get(log) ?? log;

type LoggerOptions = { service: string; level: string };

const lineOf = ({ service, level }: LoggerOptions) => ({
  level,
  base: { service },
  timestamp,
});

let lastMillisecond = 0;
let lastTimestamp = '';

/** The time as an ISO string; cached, as a busy process writes several lines per millisecond. */
const timestamp = (): string => {
  const now = Date.now();
  if (now !== lastMillisecond) {
    lastMillisecond = now;
    lastTimestamp = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastTimestamp;
};

let output: LogOutput | undefined;

/** Shared by all loggers of the process, so that lines stay in order. */
const stdout = (): LogOutput => {
  output ??= openLogOutput(1);
  return output;
};
