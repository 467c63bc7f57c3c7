/** Prometheus metrics of a process, served on `/metrics`. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { failingLoops } from '../background/loop.ts';
import { waitingWork } from '../background/waiting.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Sampling interval of the event loop in ms; the default of 10 wakes an idle process a hundred times a second. */
const eventLoopMonitoringPrecision = 500;

/** Creates the process's registry: default process metrics, and those of the kit. */
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
    waiting: new Gauge({
      name: 'work_waiting',
      help: 'Rows of due work that could be done now, by kind; not counted beyond 10,000.',
      labelNames: ['work'],
      registers,
      async collect() {
        for (const { work, waiting } of await waitingWork()) this.set({ work }, waiting);
      },
    }),
    failing: new Gauge({
      name: 'loop_failing_seconds',
      help: 'For how long a loop has failed.',
      labelNames: ['loop'],
      registers,
      collect() {
        this.reset();
        for (const { name, seconds } of failingLoops()) this.set({ loop: name }, seconds);
      },
    }),
    consumed: new Counter({
      name: 'events_consumed_total',
      help: 'Events handled, by consumer and outcome (done, again, parked, replayed).',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
  };
};
