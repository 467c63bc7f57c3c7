import type { OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import { t } from '../../i18n/t.ts';
import { rightGroups } from './rights.ts';

/** For whom an app acts, and with which scopes. */
export type Asked = { subType: OAuthSubject; scopes: readonly string[] };

/** What an app asks for, in the words of whoever allows it. */
export type AskedRights = {
  /** What it may change, and see with that. */
  changes: string[];
  /** What it may only look at. */
  sees: string[];
  /** Of the account or organization itself. */
  learns: string[];
};

const learnt = (): Record<OAuthSubject, Record<string, string>> => ({
  user: {
    openid: t('rights:yourId'),
    profile: t('rights:yourName'),
    email: t('rights:yourEmailAddress'),
  },
  organization: { openid: t('rights:organizationsId'), profile: t('rights:organizationsName') },
});

/** In plain words; scopes that open nothing here are not shown. */
export const askedRights = ({ subType, scopes }: Asked): AskedRights => {
  const asked = new Set(scopes);
  const areas = rightGroups().map(({ options }) => options.filter(({ scope }) => asked.has(scope)));
  const changing = areas.map((options) => options.filter(({ scope }) => scope.endsWith(':write')));
  const looking = areas.filter((_, index) => changing[index]?.length === 0);
  return {
    changes: changing.flat().map(({ meaning }) => meaning),
    sees: looking.flat().map(({ meaning }) => meaning),
    learns: Object.entries(learnt()[subType]).flatMap(([scope, text]) => (asked.has(scope) ? [text] : [])),
  };
};
