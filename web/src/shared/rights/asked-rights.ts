import type { OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import { t } from '../../i18n/t.ts';
import { rightGroups } from './rights.ts';

/** The subject that an app acts for, and its scopes. */
export type Asked = { subType: OAuthSubject; scopes: readonly string[] };

/** The rights that an app requests, in the words of the person who grants them. */
export type AskedRights = {
  /** Write access, which includes reading. */
  changes: string[];
  /** Read access only. */
  sees: string[];
  /** Data of the account or organization itself. */
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

/** In plain words; scopes without effect are left out. */
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
