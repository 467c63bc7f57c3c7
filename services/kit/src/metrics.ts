/** Prometheus metrics of a process, answered on `/metrics`. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Milliseconds between two looks at the event loop: the usual 10 wake a process at rest a hundred times a second. */
const eventLoopMonitoringPrecision = 500;

/** One registry a process: default process metrics and the counters of the mechanics. */
export const createMetrics = (service: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    published: new Counter({
      name: 'events_published_total',
      help: 'Events confirmed by JetStream.',
      registers,
    }),
    outboxWaiting: new Gauge({ name: 'outbox_waiting', help: 'Events not yet published.', registers }),
    consumed: new Counter({
      name: 'events_consumed_total',
      help: 'Events handled, by consumer and outcome (done, again, parked, replayed).',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
  };
};
