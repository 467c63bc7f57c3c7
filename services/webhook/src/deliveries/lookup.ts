/**
 * Looks up the host names of endpoints, which strangers choose, at the name servers directly. `getaddrinfo` runs on two
 * threads of the process and cannot be canceled: names of one seller that no name server answers would keep the
 * deliveries of all others waiting, and each attempt would lengthen the queue.
 */
import { type LookupAddress, Resolver } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';

export type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type LookupOptions = {
  /**
   * Also finds names of the hosts file, without a name server, and asks the system for those that the name servers do not
   * know, such as names in search domains. For installations that deliver to their own network.
   */
  asksSystem: boolean;
  /** Name servers, if not those of the system. */
  servers?: readonly string[];
  /** For the first of two attempts at each server; the second takes twice as long. A connection may take ten seconds. */
  timeoutMilliseconds?: number;
  hostsFile?: string;
};

export const createLookup = (options: LookupOptions): Lookup => {
  const find = callbackify((hostname: string) => findAddresses(hostname, options));
  return (hostname, _all, callback) => find(hostname, callback);
};

const findAddresses = async (
  hostname: string,
  { asksSystem, hostsFile = '/etc/hosts', ...where }: LookupOptions,
): Promise<LookupAddress[]> => {
  if (isLocalName(hostname))
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  if (asksSystem) {
    const listedThere = await addressesIn(hostsFile, hostname);
    if (listedThere.length > 0) return listedThere;
  }
  try {
    return await addressesOf(hostname, where);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    // Whoever lets a name server keep silent must not get a thread for it.
    if (asksSystem && failure.code !== 'ETIMEOUT') return systemLookup(hostname, { all: true });
    throw unresolved(hostname, failure);
  }
};

/** Whether a name means this machine, without any name server (RFC 6761). */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

/** The addresses of a name in a hosts file (hosts(5)); none if there is no such file. */
const addressesIn = async (file: string, hostname: string): Promise<LookupAddress[]> => {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  const lines = (await readFile(file, 'utf8').catch(() => '')).toLowerCase().split('\n');
  return lines.flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(wanted) ? [{ address, family }] : [];
  });
};

/** IPv4 first. Fails only if there are addresses of neither family, with ETIMEOUT if either was not answered. */
const addressesOf = async (
  hostname: string,
  { servers, timeoutMilliseconds: timeout = 2_000 }: Omit<LookupOptions, 'asksSystem'>,
): Promise<LookupAddress[]> => {
  // A resolver for each name: it keeps the name servers that the system had when it was created.
  const resolver = new Resolver({ timeout, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([
    ask((answer) => resolver.resolve4(hostname, answer)),
    ask((answer) => resolver.resolve6(hostname, answer)),
  ]);
  const found = [...listed(four, 4), ...listed(six, 6)];
  if (found.length > 0) return found;
  // A denial for one family while the other goes unanswered counts as no answer, after which the system is not asked.
  const reasons = [four, six].flatMap((answered) =>
    answered.status === 'rejected' ? [answered.reason] : [],
  );
  throw reasons.find(({ code }) => code === 'ETIMEOUT') ?? reasons[0];
};

type Answer = (error: NodeJS.ErrnoException | null, addresses: string[]) => void;

const ask = (query: (answer: Answer) => void): Promise<string[]> =>
  new Promise((resolve, reject) => {
    query((error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const listed = (answered: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answered.status === 'fulfilled' ? answered.value.map((address) => ({ address, family })) : [];

/** With the code of the system's lookup: `ECONNREFUSED` of a name server is not that of the endpoint. */
const unresolved = (hostname: string, cause: NodeJS.ErrnoException): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`, { cause }), { code: 'ENOTFOUND' });
