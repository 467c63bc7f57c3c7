/** OpenTelemetry tracing: contexts are always propagated; spans are exported if an OTLP endpoint is configured. */
import { randomFillSync } from 'node:crypto';
import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../log.ts';

let isExporting = false;

/** Starts tracing for a process. Returns the function that exports the last spans and stops it. */
export const startTelemetry = async (
  service: string,
  endpoint: string | undefined,
  log: Logger,
): Promise<() => Promise<void>> => {
  const { provider, stop } = endpoint
    ? await exportTo(`${endpoint.replace(/\/+$/, '')}/v1/traces`, service, log)
    : { provider: unrecorded, stop: () => Promise.resolve() };
  isExporting = endpoint !== undefined;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    isExporting = false;
    await stop();
    for (const part of [trace, propagation, context]) part.disable();
  };
};

/** Loaded only when spans are exported: recording and exporting take some megabytes. */
const exportTo = async (url: string, service: string, log: Logger) => {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tessera-${service}` }),
    spanProcessors: [new BatchSpanProcessor(telling(new OTLPTraceExporter({ url }), log))],
  });
  return { provider, stop: () => provider.shutdown() };
};

/** Logs once when exports start to fail, and once when they succeed again: the exporter drops spans silently. */
const telling = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let isLost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isNowLost = result.error !== undefined;
        if (isNowLost && !isLost)
          log.warn({ err: result.error }, 'traces cannot be sent (OTEL_EXPORTER_OTLP_ENDPOINT)');
        if (isLost && !isNowLost) log.info('traces are sent again');
        isLost = isNowLost;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Returns random bytes as hex from a pool: one system call serves many spans. */
const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
};

const startSpan = (parent = context.active()): Span => {
  const above = trace.getSpanContext(parent);
  const goesOn = above !== undefined && isSpanContextValid(above);
  return trace.wrapSpanContext({
    traceId: goesOn ? above.traceId : randomHex(16),
    spanId: randomHex(8),
    traceFlags: goesOn ? above.traceFlags : TraceFlags.SAMPLED,
  });
};

/** Non-recording spans: they only propagate trace ids to logs and other processes. */
const unrecorded: TracerProvider = {
  getTracer: () => ({
    startSpan: (_name, _options, parent) => startSpan(parent),
    startActiveSpan: <Work extends (span: Span) => unknown>(_name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as Work;
      const parent = rest.length > 2 ? (rest[1] as ReturnType<typeof context.active>) : context.active();
      const span = startSpan(parent);
      return context.with(trace.setSpan(parent, span), () => work(span) as ReturnType<Work>);
    },
  }),
};

/** Returns the current trace as a `traceparent` value, or undefined outside of a trace. */
export const currentTraceparent = (): string | undefined => traceparentIn(context.active());

const traceparentIn = (within: Context): string | undefined => {
  const carrier: Record<string, string> = {};
  propagation.inject(within, carrier);
  return carrier['traceparent'];
};

/** The attributes of a request's span. */
export type RequestOutcome = { method: string; route: string; status: number };

/** Names a request's span by its route, never its path: a path may contain a secret. */
export const recordRequest = (span: Span, { method, route, status }: RequestOutcome): void => {
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
};

/** A request at its entry to the system: the `traceparent` to forward, and the function that ends its span. */
export type Entry = { traceparent: string; endSpan: (outcome: RequestOutcome) => void };

/** Starts the span of a request at its entry; undefined if nothing is exported: then ids suffice. */
export const startEntry = (method: string, traceparent: string | undefined): Entry | undefined => {
  if (!isExporting) return undefined;
  const above = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;
  const span = trace.getTracer('tessera').startSpan(method, { kind: SpanKind.SERVER }, above);
  const endSpan: Entry['endSpan'] = (outcome) => {
    recordRequest(span, outcome);
    span.end();
  };
  return { traceparent: traceparentIn(trace.setSpan(above, span)) ?? '', endSpan };
};

/** The form that other processes of the system send. */
const plainForm = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;

/** The span of a request: `run` runs code within it, `end` ends it. */
export type RequestTrace = { traceId: string; run: (work: () => void) => void; end: Entry['endSpan'] };

/**
 * Starts the span of a request, continuing the given `traceparent`. If nothing is exported, a span is only its ids,
 * because this runs on every request.
 */
export const traceRequest = (method: string, traceparent: string | undefined): RequestTrace => {
  const parent = traceparent ? remoteContext(traceparent) : context.active();
  const span = isExporting
    ? trace.getTracer('tessera').startSpan(method, { kind: SpanKind.SERVER }, parent)
    : startSpan(parent);
  return {
    traceId: span.spanContext().traceId,
    run: (work) => context.with(trace.setSpan(parent, span), work),
    end: (outcome) => {
      recordRequest(span, outcome);
      span.end();
    },
  };
};

const remoteContext = (traceparent: string): Context => {
  const { traceId, spanId, flags } = plainForm.exec(traceparent)?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined)
    return propagation.extract(ROOT_CONTEXT, { traceparent });
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

/** Runs `work` in a span that continues the given `traceparent`, and marks the span if it throws. */
export const withSpan = <Result>(
  name: string,
  options: { traceparent?: string | undefined; kind?: SpanKind; attributes?: Record<string, string> },
  work: (span: Span) => Promise<Result>,
): Promise<Result> => {
  const parent = options.traceparent
    ? propagation.extract(ROOT_CONTEXT, { traceparent: options.traceparent })
    : context.active();
  const settings = {
    kind: options.kind ?? SpanKind.INTERNAL,
    ...(options.attributes && { attributes: options.attributes }),
  };
  return trace.getTracer('tessera').startActiveSpan(name, settings, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
};
