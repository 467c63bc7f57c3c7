/**
 * Countries by address, from a table that comes with the package: no address is sent to anybody. The table takes eight
 * megabytes, so it is read when somebody first looks at sessions, and given back when nobody has for a while.
 */
import { fileURLToPath } from 'node:url';
import type { Logger } from '@tessera/kit/log';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import type { SessionPlace } from '@tessera/proto/api/identity/sessions';
import { z } from 'zod';
import { locate } from './network.ts';

const table = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const keptMilliseconds = 5 * 60_000;

/** As the table that comes along words it, and as MaxMind's own do. */
const Row = z.union([
  z.object({ country_code: z.string() }).transform((row) => row.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform(({ country }) => country.iso_code),
]);
type Table = { get: (address: string) => unknown };

export type Places = { of: (sessions: AuthSession[]) => Promise<SessionPlace[]> };

type Options = {
  log: Pick<Logger, 'warn'>;
  /** Reads the table. */
  open?: () => Promise<Table>;
  /** It is let go so many milliseconds after it was last asked. */
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
      // A hint is missing; the sessions are there all the same.
      log.warn({ err: error }, 'the table of countries could not be read');
      return null;
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
  const code = Row.safeParse(countries.get(address)).data ?? '';
  return /^[A-Z]{2}$/.test(code) ? code : null;
};

/** Reads the table at a path; without one that which comes along. */
export const openTableAt = (path?: string) => async (): Promise<Table> => {
  const { open } = await import('maxmind');
  return open(path ?? fileURLToPath(import.meta.resolve(table)));
};
