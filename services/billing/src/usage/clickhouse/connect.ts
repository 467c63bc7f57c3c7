/** Connects to the operator's ClickHouse, if events are read from one. */
import type { ClickHouseClient } from '@clickhouse/client';
import { ConfigError, HttpUrl } from '@tessera/kit/config';
import { z } from 'zod';

export const UsageEnv = z.object({
  /** Where events are read from: Postgres, which stores all of them, or a copy in ClickHouse. */
  USAGE_STORE: z.enum(['postgres', 'clickhouse']).default('postgres'),
  /** With user, password and database: `https://user:password@host:8443/tessera`. */
  CLICKHOUSE_URL: HttpUrl.optional(),
});

const requestMilliseconds = 10_000;

/** Returns undefined if events are read from Postgres. Throws `ConfigError` for missing or incompatible settings. */
export const findClickHouse = async (
  { USAGE_STORE, CLICKHOUSE_URL }: z.output<typeof UsageEnv>,
  { retentionMonths }: { retentionMonths: number | null },
): Promise<ClickHouseClient | undefined> => {
  if (USAGE_STORE === 'postgres') return undefined;
  if (CLICKHOUSE_URL === undefined)
    throw new ConfigError('environment variable CLICKHOUSE_URL: is needed with USAGE_STORE=clickhouse');
  if (retentionMonths !== null)
    throw new ConfigError('option billing.usage.retentionMonths: must be null with USAGE_STORE=clickhouse');
  return connectClickHouse(CLICKHOUSE_URL);
};

/** Loads the library on demand, as most installations do not use it. */
export const connectClickHouse = async (url: string): Promise<ClickHouseClient> => {
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  return createClient({
    url,
    request_timeout: requestMilliseconds,
    // Errors are thrown, and logged by the caller.
    log: { level: ClickHouseLogLevel.OFF },
  });
};

/**
 * Rethrows ClickHouse's errors with their kind only: the messages quote statements and rows, which hold customers'
 * data.
 */
export const withoutValues = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => Promise.reject(kindOf(error)));

const kindOf = (error: unknown): unknown => {
  const { code, type } = error as { code?: unknown; type?: unknown };
  return typeof type === 'string' ? new Error(`ClickHouse refuses: ${type} (${String(code)})`) : error;
};
