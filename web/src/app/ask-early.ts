import { matchPath } from 'react-router';
import { askSession } from '../api/account/sessions.ts';
import { askOrganizationAt } from '../api/organization/organizations.ts';
import { askStart } from '../api/request/early.ts';
import { patterns } from '../paths.ts';
import type { createStore } from './store.ts';

/** Requests the page's initial data in one batch before rendering, instead of one by one during it. */
export const askEarly = ({ dispatch }: ReturnType<typeof createStore>, pathname: string): void => {
  const slug = matchPath(`${patterns.organization}/*`, pathname)?.params.organizationSlug;
  if (slug) askStart(slug);
  dispatch(askSession());
  if (slug) dispatch(askOrganizationAt(slug));
};
