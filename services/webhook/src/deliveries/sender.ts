/** The HTTP agent of all deliveries: keep-alive, checked destinations, no redirects. */
import { Agent } from 'undici';
import { type DestinationRules, guardedConnector } from './destination.ts';
import type { Lookup } from './lookup.ts';
import type { Sender } from './send.ts';

export type SenderOptions = {
  destinations: DestinationRules;
  timeoutMilliseconds?: number;
  lookup?: Lookup;
};

export const createSender = (options: SenderOptions): Sender & { close: () => Promise<void> } => {
  const agent = new Agent({
    connect: guardedConnector(options.destinations, options.lookup),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16_384,
  });
  return {
    agent,
    timeoutMilliseconds: options.timeoutMilliseconds ?? 20_000,
    close: () => agent.destroy(),
  };
};
