-- The tables of usage on a ClickHouse cluster: run once, in the database that CLICKHOUSE_URL names, before billing starts
-- with it; billing then finds them there and makes none. An organization's events lie on one shard, and each shard on all
-- of its replicas. Replace tessera_cluster by the name in remote_servers; the macros {shard} and {replica} are the servers'.
CREATE TABLE usage_events_local ON CLUSTER tessera_cluster (
  id UUID, organization_id UUID, timestamp DateTime64(3, 'UTC'), ingested_at DateTime64(3, 'UTC'),
  source LowCardinality(String), name LowCardinality(String), customer_id Nullable(UUID),
  external_customer_id Nullable(String), external_id Nullable(String), voids Nullable(String),
  voided_by Nullable(UUID), is_late Bool, metadata Map(LowCardinality(String), String), version UInt64
) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{database}/usage_events/{shard}', '{replica}', version)
PARTITION BY toYYYYMM(timestamp) ORDER BY (organization_id, timestamp, id)
SETTINGS replicated_deduplication_window = 10000;

CREATE TABLE usage_events ON CLUSTER tessera_cluster AS usage_events_local
ENGINE = Distributed(tessera_cluster, currentDatabase(), usage_events_local, cityHash64(organization_id));

-- The same on every server.
CREATE TABLE usage_histories ON CLUSTER tessera_cluster (version UInt64)
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{database}/usage_histories', '{shard}-{replica}') ORDER BY version;
