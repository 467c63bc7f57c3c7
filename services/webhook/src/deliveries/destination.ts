/**
 * Allowed destinations of deliveries (SSRF protection). Endpoint URLs are untrusted: they must not reach this machine, its
 * network or its cloud's metadata service. URLs are checked when they are set; the address that is dialled decides.
 */
import { isIP, type LookupFunction } from 'node:net';
import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { createLookup, isLocalName, type Lookup } from './lookup.ts';

export type DestinationRules = { allowHttp: boolean; allowLoopback: boolean; allowPrivateAddresses: boolean };

/** Thrown when a delivery was not sent because its destination is not allowed. */
class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination';
  readonly code = 'FORBIDDEN_DESTINATION';
}

/** Metadata services of clouds at addresses outside the link-local ranges. */
const metadataAddresses = [
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
];
const privateRanges = ['private', 'carrierGradeNat', 'uniqueLocal'];
/** 2000::/3 is the part of IPv6 that is routed on the internet. */
const internet6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IPv4 or IPv6 address may be dialled. Addresses that are not known to be public are refused. */
export const isAllowedAddress = (text: string, rules: DestinationRules): boolean => {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  // `process` unwraps IPv4-mapped addresses. NAT64, 6to4 and Teredo embed IPv4 addresses too, but have their own ranges.
  const address = ipaddr.process(text);
  if (metadataAddresses.includes(address.toString())) return false;
  const range = address.range();
  if (range === 'loopback') return rules.allowLoopback;
  if (privateRanges.includes(range)) return rules.allowPrivateAddresses;
  if (range !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(internet6);
};

/** Ports of other protocols whose servers could be harmed by a POST request (Fetch standard, "bad port"). */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

const isSanePort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !badPorts.has(port));

/** Typographic hyphens and quotes from word processors. URLs accept them, but no registered host name contains them. */
const foreignToNames = /[^\P{Pd}-]|[\p{Pi}\p{Pf}]/u;

/** Why a URL cannot be an endpoint, or null. Names are not resolved here: their addresses are checked at each connection. */
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

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** The host to dial: an IPv6 address without its brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** A DNS lookup that returns only allowed addresses, and fails when none is left. */
const guardedLookup =
  (rules: DestinationRules, lookup: Lookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { all: true }, (error, addresses) => {
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

/** A connector that connects to allowed destinations only, whatever a URL or a name server says. */
export const guardedConnector = (
  rules: DestinationRules,
  lookup: Lookup = createLookup({ asksSystem: rules.allowLoopback || rules.allowPrivateAddresses }),
): buildConnector.connector => {
  const connect = buildConnector({ lookup: guardedLookup(rules, lookup), allowH2: false, timeout: 10_000 });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    // A literal address is dialled without a DNS lookup.
    if ((isIP(host) && !isAllowedAddress(host, rules)) || !isSanePort(port))
      callback(new ForbiddenDestination('the address is not allowed'), null);
    else connect(options, callback);
  };
};
