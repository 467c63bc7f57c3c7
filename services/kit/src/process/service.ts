/** The life cycle of a process: its parts start in order and always stop in reverse order. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { z } from 'zod';
import { type Clock, createClock } from '../clock.ts';
import { type CommonEnv, ConfigError, readEnv } from '../config.ts';
import { boundBodies } from '../http/slow-bodies.ts';
import { createLogger, type Logger } from '../log.ts';
import { startTrimming } from '../observability/memory.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { startTelemetry } from '../observability/telemetry.ts';
import { drainServer, watchUnused } from './drain.ts';

type Common = z.output<typeof CommonEnv>;

/** The parameters of a process's start function. */
export type Running<Env> = {
  name: string;
  env: Env;
  log: Logger;
  clock: Clock;
  metrics: Metrics;
  isDevelopment: boolean;
  /** Registers a part, to be stopped in reverse order when the process stops. */
  own: <Part>(part: Part, stop: (part: Part) => unknown) => Part;
  /** Listens on HOST and PORT, or on another port; stopping lets requests in progress finish. */
  listen: (app: RequestListener, port?: number) => Promise<Server>;
};

const stopMilliseconds = 14_000;
/** A crashed process is in an unknown state and must be replaced soon, so work in progress gets little time. */
const crashMilliseconds = 2_000;

/**
 * Runs a process until SIGTERM or SIGINT, then drains it and exits 0. If the start fails, stops the parts already
 * started, logs the reason in one line and exits 1.
 */
export const runService = async <Schema extends z.ZodType<Common>>(options: {
  name: string;
  env: Schema;
  start: (running: Running<z.output<Schema>>) => Promise<void>;
}): Promise<void> => {
  const env = readEnvOrExit(options.env);
  const log = createLogger({ service: options.name, level: env.LOG_LEVEL });
  const stops: (() => unknown)[] = [];
  const own: Running<never>['own'] = (part, stop) => {
    stops.push(() => stop(part));
    return part;
  };
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (error) {
        log.warn({ err: error }, 'a part did not stop cleanly');
      }
    }
  };
  own(await startTelemetry(options.name, env.OTEL_EXPORTER_OTLP_ENDPOINT, log), (stop) => stop());
  const isStopping = exitOnSignal(log, stopAll);
  const clock = createClock();
  const running: Running<z.output<Schema>> = {
    name: options.name,
    env,
    log,
    clock,
    metrics: createMetrics(options.name),
    isDevelopment: env.TESSERA_MODE === 'development',
    own,
    listen: async (app, port = env.PORT) =>
      own(await listen(tellingTime(app, clock), env.HOST, port), drainServer),
  };
  try {
    await options.start(running);
    own(startTrimming(), ({ stop }) => stop());
    if (!isStopping()) log.info({ port: env.PORT }, 'ready');
  } catch (error) {
    // Stopped during the start: its parts are being closed, so errors are expected.
    if (isStopping()) return;
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, `could not start: ${(error as Error).message}`);
    await stopAll();
    process.exit(1);
  }
};

const readEnvOrExit = <Schema extends z.ZodType<Common>>(schema: Schema): z.output<Schema> => {
  try {
    return readEnv(schema);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
};

/** Returns a function that tells whether the process is stopping. */
const exitOnSignal = (log: Logger, stopAll: () => Promise<void>): (() => boolean) => {
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), code === 0 ? stopMilliseconds : crashMilliseconds).unref();
    await stopAll();
    log.info('stopped');
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  const crash = (error: unknown): void => {
    log.fatal({ err: error }, 'crashed');
    void stop(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return () => isStopping;
};

/** Sets the `date` header to business time: with a moved clock, pages would otherwise show the wrong current day. */
const tellingTime =
  (app: RequestListener, clock: Clock): RequestListener =>
  (req, res) => {
    if (clock.offsetSeconds() !== 0) res.setHeader('date', clock.now().toUTCString());
    return app(req, res);
  };

const listen = (app: RequestListener, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(app);
    // Longer than that of common proxies, so that an idle connection is never closed under a request.
    server.keepAliveTimeout = 75_000;
    boundBodies(server);
    watchUnused(server);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(
          error.code === 'EADDRINUSE'
            ? `port ${port} is taken`
            : `cannot listen on ${host}, port ${port}: ${error.message}`,
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, () => resolve(server));
  });
