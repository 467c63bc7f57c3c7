import { readUserAgent } from '@tessera/proto/api/identity/user-agent';
import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { formatSecond } from '../../ui/format/dates.ts';

/** A device's display name from its user agent: "Firefox on Windows". */
export const describeDevice = (userAgent: string | null): string => {
  if (!userAgent) return t('shared:unknownDevice');
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return t('shared:on', { browser, system });
  return browser ?? system ?? userAgent.slice(0, 40);
};

type Session = { id: string; userAgent: string | null; createdAt: Timestamp };

/**
 * Names of a list's sessions by id, no two alike: buttons of different rows must not sound the same. By device; several
 * of one kind also by when they began, and those of one second by their place in the list.
 */
export const sessionNames = (sessions: readonly Session[]): ReadonlyMap<string, string> => {
  const join = new Intl.ListFormat(readerLocale(), { type: 'unit' });
  const plain = sessions.map(({ userAgent }) => describeDevice(userAgent));
  const dated = sessions.map(({ createdAt }, at) => join.format([plain[at] ?? '', formatSecond(createdAt)]));
  return new Map(
    sessions.map(({ id }, at) => {
      const device = plain[at] ?? '';
      if (isOnly(plain, device)) return [id, device];
      const name = dated[at] ?? '';
      return [id, isOnly(dated, name) ? name : `${name} (${at + 1})`];
    }),
  );
};

const isOnly = (names: readonly string[], name: string): boolean =>
  names.indexOf(name) === names.lastIndexOf(name);
