/** Traces by OpenTelemetry; exported when an OTLP endpoint is configured, propagated always. */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** Starts tracing for a process; the answer stops it after the last spans are out. */
export const startTelemetry = async (
  service: string,
  endpoint: string | undefined,
): Promise<() => Promise<void>> => {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tessera-${service}` }),
    spanProcessors: endpoint ? [await exportTo(`${endpoint.replace(/\/+$/, '')}/v1/traces`)] : [],
  });
  provider.register({ propagator: new W3CTraceContextPropagator() });
  return () => provider.shutdown();
};

/** Loaded where there is somewhere to export to: it holds some megabytes. */
const exportTo = async (url: string): Promise<SpanProcessor> => {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new BatchSpanProcessor(new OTLPTraceExporter({ url }));
};

/** The present trace as a `traceparent` value, or undefined outside any trace. */
export const currentTraceparent = (): string | undefined => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'];
};

/** Runs `work` in a span that continues the given `traceparent`; a thrown error marks the span. */
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
