/** Structured logs: one JSON line an outcome, secrets redacted by path. */
import { trace } from '@opentelemetry/api';
import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

const secrets = [
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
];

/** A logger for one process. Secrets, tokens, cookies and bodies are redacted wherever these names occur. */
export const createLogger = (options: { service: string; level: string }): Logger =>
  pino({
    level: options.level,
    base: { service: options.service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        ...secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        'req.headers',
        'body',
        '*.body',
      ],
      censor: '[redacted]',
    },
    mixin: () => {
      const context = trace.getActiveSpan()?.spanContext();
      return context ? { traceId: context.traceId } : {};
    },
  });
