/** CLI `node services/kit/src/events/parked.ts`: lists, replays and discards parked events. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { NatsUrl, readEnv } from '../config.ts';
import { discardParked, findParked, listParked, type ParkedEvent } from './parking.ts';
import { replayParked } from './replay.ts';
import { serversAt } from './servers.ts';

const usage = `parked [list [consumer]]     what is parked: number, consumer, type, event id, event time, reason
parked replay <number>       handle one event again
parked replay <consumer>     handle all events of a consumer again, oldest first
parked discard <number>      forget one event for good`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const lineOf = ({ number, consumer, type, id, time, reason }: ParkedEvent): string =>
  [number, consumer, type, id || '-', time.toISOString(), reason].join('  ');

const list = async (nc: NatsConnection, consumer: string | undefined): Promise<boolean> => {
  let count = 0;
  for await (const parked of listParked(nc, consumer)) {
    count += 1;
    say(lineOf(parked));
  }
  if (count === 0) say('Nothing is parked.');
  return true;
};

const wanted = async (nc: NatsConnection, target: string): Promise<ParkedEvent[]> => {
  if (isNumber(target)) {
    const found = await findParked(nc, Number(target));
    return found ? [found.parked] : [];
  }
  const events: ParkedEvent[] = [];
  for await (const parked of listParked(nc, target)) events.push(parked);
  return events;
};

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Continues after a failure: later events may still succeed. */
const replay = async (nc: NatsConnection, target: string): Promise<boolean> => {
  const events = await wanted(nc, target);
  if (events.length === 0) {
    say(`Nothing is parked under ${target}.`);
    return !isNumber(target);
  }
  let failed = 0;
  for (const { number, consumer } of events) {
    const result = await replayParked(nc, { consumer, number });
    if (result.outcome === 'failed') failed += 1;
    say(`${number}  ${result.outcome === 'failed' ? `still parked: ${result.reason}` : result.outcome}`);
  }
  return failed === 0;
};

const discard = async (nc: NatsConnection, target: string): Promise<boolean> => {
  const isGone = await discardParked(nc, Number(target));
  say(isGone ? `${target}  discarded` : `Nothing is parked under ${target}.`);
  return isGone;
};

/** Parses the command line; null if it is invalid. */
const commandOf = ([verb = 'list', target, ...rest]: string[]) => {
  if (rest.length > 0 || !/^[\w-]*$/.test(target ?? '')) return null;
  if (verb === 'list') return (nc: NatsConnection) => list(nc, target);
  if (verb === 'replay' && target) return (nc: NatsConnection) => replay(nc, target);
  if (verb === 'discard' && isNumber(target ?? '')) return (nc: NatsConnection) => discard(nc, target ?? '');
  return null;
};

/** Runs the command and returns the exit code: 0 on success, 1 if anything failed. */
const run = async (words: string[]): Promise<number> => {
  const command = commandOf(words);
  if (!command) {
    say(usage);
    return words[0] === '--help' ? 0 : 1;
  }
  const { NATS_URL: url } = readEnv(z.object({ NATS_URL: NatsUrl.default('nats://127.0.0.1:4222') }));
  const nc = await connect({ ...serversAt(url), name: 'parked' }).catch((cause: unknown) => {
    // Without the URL's password.
    const { servers } = serversAt(url);
    throw new Error(`NATS cannot be reached at ${String(servers)} (NATS_URL): ${(cause as Error).message}`, {
      cause,
    });
  });
  try {
    return (await command(nc)) ? 0 : 1;
  } finally {
    await nc.close();
  }
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
