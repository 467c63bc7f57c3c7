/** A logger with lines that tests can read. */
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';

export type CapturedLog = { logger: Logger; lines: () => Record<string, unknown>[] };

/** Captures all lines of level `debug` and above. */
export const captureLog = (): CapturedLog => {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n'))
        if (line) lines.push(JSON.parse(line) as Record<string, unknown>);
      done();
    },
  });
  return { logger: pino({ level: 'debug' }, sink), lines: () => lines };
};
