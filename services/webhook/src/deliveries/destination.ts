/**
 * Where deliveries may go. An endpoint's address is the word of a stranger: it must not reach this machine, its
 * network or its cloud's metadata service. A URL is judged when it is given; what counts is the address dialled.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

export type DestinationRules = { allowHttp: boolean; allowLoopback: boolean; allowPrivateAddresses: boolean };

/** A delivery was not sent because of where it would have gone. */
export class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination';
  readonly code = 'FORBIDDEN_DESTINATION';
}

/** Metadata services of clouds, at addresses that look like others. */
const metadataAddresses = [
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
];
const privateRanges = ['private', 'carrierGradeNat', 'uniqueLocal'];
/** 2000::/3 is all of IPv6 that is routed on the internet. */
const internet6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address, of either family, may be dialled. What is not known to be the internet is refused. */
export const isAllowedAddress = (text: string, rules: DestinationRules): boolean => {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  // `process` unwraps IPv4-mapped addresses. NAT64, 6to4 and Teredo carry an IPv4 address too: ranges of their own.
  const address = ipaddr.process(text);
  if (metadataAddresses.includes(address.toString())) return false;
  const range = address.range();
  if (range === 'loopback') return rules.allowLoopback;
  if (privateRanges.includes(range)) return rules.allowPrivateAddresses;
  if (range !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(internet6);
};

/** Ports of services that are not the web's and take harm from a stranger's POST (Fetch standard, "bad port"). */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

const isSanePort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !badPorts.has(port));

/** What word processors make of hyphens and quotes. URLs take them, but no name that has one is ever registered. */
const foreignToNames = /[^\P{Pd}-]|[\p{Pi}\p{Pf}]/u;

/** Why a URL cannot be an endpoint's, or null. Names are not looked up: what they mean is judged at each dialling. */
export const refusalOfUrl = (text: string, rules: DestinationRules): string | null => {
  const url = URL.parse(text);
  if (!url) return 'Must be an http or https URL';
  if (url.username || url.password) return 'Must not contain a user name or password';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain(url, rules)))
    return 'Must be an https URL';
  if (!isSanePort(portOf(url))) return 'This port is not allowed';
  const host = hostOf(url);
  if (foreignToNames.test(domainToUnicode(host)))
    return 'This host name contains a character that host names cannot have';
  if (isIP(host) ? !isAllowedAddress(host, rules) : isLocalName(host) && !rules.allowLoopback)
    return 'This address is not allowed';
  return null;
};

const mayBePlain = (url: URL, rules: DestinationRules): boolean =>
  rules.allowHttp || (rules.allowLoopback && isLoopbackHost(hostOf(url)));

const isLoopbackHost = (host: string): boolean =>
  isLocalName(host) || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback');

const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** The host as it is dialled: an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** A look-up that answers only addresses that may be dialled, and fails when none is left. */
export const guardedLookup =
  (rules: DestinationRules, lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const allowed = addresses.filter(({ address }) => isAllowedAddress(address, rules));
      const [first] = allowed;
      if (!first) callback(new ForbiddenDestination('the address is not allowed'), []);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

/** Dials allowed destinations only, whatever a URL or a name server says. */
export const guardedConnector = (
  rules: DestinationRules,
  lookup?: typeof systemLookup,
): buildConnector.connector => {
  const connect = buildConnector({ lookup: guardedLookup(rules, lookup), allowH2: false, timeout: 10_000 });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    // A literal address is dialled without any look-up.
    if ((isIP(host) && !isAllowedAddress(host, rules)) || !isSanePort(port))
      callback(new ForbiddenDestination('the address is not allowed'), null);
    else connect(options, callback);
  };
};
