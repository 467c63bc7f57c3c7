/**
 * Countries of IP addresses, from a table in a package, so that no address is sent to a third party. The table takes
 * eight megabytes: it is loaded on first use and released when idle.
 */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import { locate } from './network.ts';

const table = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const keptMilliseconds = 5 * 60_000;

/** Record formats: of the packaged table, and of MaxMind's own tables. */
const Row = z.union([
  z.object({ country_code: z.string() }).transform((row) => row.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform(({ country }) => country.iso_code),
]);
type Table = { get: (address: string) => unknown };

export type Countries = {
  /**
   * Returns the country of an IP address as two capital letters (ISO 3166-1), or null: for addresses of private
   * networks and unknown ones, and for text that is no address.
   */
  of: (address: string | null) => Promise<string | null>;
};

type Options = {
  log: Pick<Logger, 'warn'>;
  /** Opens the table; default: the packaged one. */
  open?: () => Promise<Table>;
  /** Idle time until the table is released, in milliseconds. */
  kept?: number;
};

export const createCountries = ({
  log,
  open = openTableAt(),
  kept = keptMilliseconds,
}: Options): Countries => {
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
      // Countries are optional: whoever asks goes on without.
      log.warn({ err: error }, 'the table of countries could not be read');
      return null;
    });
    return opened;
  };
  return {
    of: async (address) => {
      // Private addresses need no table.
      const lookUp = locate(address ?? '')?.lookUp;
      const countries = lookUp ? await use() : null;
      return countries && lookUp ? countryOf(countries, lookUp) : null;
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
