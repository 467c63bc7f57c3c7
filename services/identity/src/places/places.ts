/**
 * Countries by address, from a table that comes with the package: no address is sent to anybody. The table takes eight
 * megabytes, so it is read when somebody first looks at sessions, and given back when nobody has for a while.
 */
import { fileURLToPath } from 'node:url';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import type { SessionPlace } from '@tessera/proto/api/identity/sessions';
import { locate } from './network.ts';

const table = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const keptMilliseconds = 5 * 60_000;

type Row = { country_code?: string };
type Table = { get: (address: string) => Row | null };

export type Places = { of: (sessions: AuthSession[]) => Promise<SessionPlace[]> };

/** `open` reads the table; it is let go `kept` milliseconds after it was last asked. */
export const createPlaces = (open: () => Promise<Table> = openTable, kept = keptMilliseconds): Places => {
  let opened: Promise<Table> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const letGo = () => {
    opened = null;
  };
  const use = (): Promise<Table> => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(letGo, kept).unref();
    opened ??= open().catch((error: unknown) => {
      letGo();
      throw error;
    });
    return opened;
  };
  return {
    of: async (sessions) => {
      const located = sessions.map(({ id, ipAddress }) => ({ id, place: locate(ipAddress ?? '') }));
      // Sessions of one's own network need no table.
      const isAsked = located.some(({ place }) => place?.lookUp);
      const countries = isAsked ? await use() : null;
      return located.map(({ id, place }) => ({
        sessionId: id,
        country: countries && place?.lookUp ? countryOf(countries, place.lookUp) : null,
        network: place?.network ?? null,
      }));
    },
  };
};

const countryOf = (countries: Table, address: string): string | null => {
  const code = countries.get(address)?.country_code ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : null;
};

const openTable = async (): Promise<Table> => {
  const { open } = await import('maxmind');
  // The types of the reader know the rows of its own publisher's tables only.
  return (await open(fileURLToPath(import.meta.resolve(table)))) as unknown as Table;
};
