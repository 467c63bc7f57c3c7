import { matchPath } from 'react-router';
import { askOrganizationAt } from '../api/organizations.ts';
import { askSession } from '../api/sessions.ts';
import { patterns } from '../paths.ts';
import type { createStore } from './store.ts';

/** Asks at once who is there and which organization the address names, not for one after the other as the page is drawn. */
export const askEarly = ({ dispatch }: ReturnType<typeof createStore>, pathname: string): void => {
  dispatch(askSession());
  const slug = matchPath(`${patterns.organization}/*`, pathname)?.params.organizationSlug;
  if (slug) dispatch(askOrganizationAt(slug));
};
