/**
 * The tables in ClickHouse: events, and the version of the history that they hold. On a cluster:
 * `deploy/clickhouse/cluster.sql`.
 */
import type { ClickHouseClient } from '@clickhouse/client';

/**
 * Metadata values have a type prefix: `s` text, `n` a decimal number, `b` a boolean. Of several versions of an event
 * the highest is valid. The deduplication window keeps tokens long enough that nothing is written twice.
 */
const statements = [
  `CREATE TABLE IF NOT EXISTS usage_events (
  id UUID, organization_id UUID, timestamp DateTime64(3, 'UTC'), ingested_at DateTime64(3, 'UTC'),
  source LowCardinality(String), name LowCardinality(String), customer_id Nullable(UUID),
  external_customer_id Nullable(String), external_id Nullable(String), voids Nullable(String),
  voided_by Nullable(UUID), is_late Bool, metadata Map(LowCardinality(String), String), version UInt64
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(timestamp)
  ORDER BY (organization_id, timestamp, id) SETTINGS non_replicated_deduplication_window = 10000`,
  `CREATE TABLE IF NOT EXISTS usage_histories (version UInt64) ENGINE = MergeTree ORDER BY version`,
];

export const makeTables = async (client: ClickHouseClient): Promise<void> => {
  for (const query of statements) await client.command({ query });
};

/** Returns whether the tables hold this version of the history, or part of it. */
export const hasHistory = async (client: ClickHouseClient, version: string): Promise<boolean> => {
  const answer = await client.query({
    query: 'SELECT version FROM usage_histories WHERE version = {version:UInt64} LIMIT 1',
    query_params: { version },
    format: 'JSONEachRow',
  });
  return (await answer.json()).length > 0;
};

export const noteHistory = (client: ClickHouseClient, version: string): Promise<unknown> =>
  client.insert({ table: 'usage_histories', values: [{ version }], format: 'JSONEachRow' });
