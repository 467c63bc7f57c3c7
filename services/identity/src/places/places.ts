/**
 * Countries of IP addresses, from a table in a package, so that no address is sent to a third party. The table takes
 * eight megabytes: it is loaded on first use and released when idle.
 */
import { fileURLToPath } from 'node:url';
import type { Logger } from '@tessera/kit/log';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import type { SessionPlace } from '@tessera/proto/api/identity/sessions';
import { z } from 'zod';
import { locate } from './network.ts';

const table = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const keptMilliseconds = 5 * 60_000;

/** Record formats: of the packaged table, and of MaxMind's own tables. */
const Row = z.union([
  z.object({ country_code: z.string() }).transform((row) => row.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform(({ country }) => country.iso_code),
]);
type Table = { get: (address: string) => unknown };

export type Places = {
  of: (sessions: Pick<AuthSession, 'id' | 'ipAddress'>[]) => Promise<SessionPlace[]>;
};

type Options = {
  log: Pick<Logger, 'warn'>;
  /** Opens the table. */
  open?: () => Promise<Table>;
  /** Idle time until the table is released, in milliseconds. */
  kept?: number;
};

export const createPlaces = ({ log, open = openTableAt(), kept = keptMilliseconds }: Options): Places => {
  let opened: Promise<Table | null> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const letGo = () => {
    opened = null;
  };
  const use = (): Promise<Table | null> => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(letGo, kept).unref();
    opened ??= open().catch((error: unknown) => {
      letGo();
      // Countries are optional: sessions are listed without them.
      log.warn({ err: error }, 'the table of countries could not be read');
      return null;
    });
    return opened;
  };
  return {
    of: async (sessions) => {
      const located = sessions.map(({ id, ipAddress }) => ({ id, place: locate(ipAddress ?? '') }));
      // Private addresses need no table.
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
  const code = Row.safeParse(countries.get(address)).data ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : null;
};

/** Opens the table at `path`; default: the packaged one. */
export const openTableAt = (path?: string) => async (): Promise<Table> => {
  const { open } = await import('maxmind');
  return open(path ?? fileURLToPath(import.meta.resolve(table)));
};
