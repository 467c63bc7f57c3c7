import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { t } from '../../i18n/t.ts';
import { newEntry } from '../../shared/fields/metadata.ts';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import { type BenefitForm, formKinds } from './benefit-form.ts';

const keyOf = (pathname: string): string => `tessera:benefit:${pathname}`;

/** Stores the typed values while the user is at a platform, for this tab only. */
export const keepTyped = (pathname: string, form: BenefitForm): void =>
  sessionStorage.setItem(keyOf(pathname), JSON.stringify(form));

const takeTyped = (pathname: string): Partial<BenefitForm> => {
  const kept = sessionStorage.getItem(keyOf(pathname));
  sessionStorage.removeItem(keyOf(pathname));
  if (kept === null) return {};
  const form = JSON.parse(kept) as BenefitForm;
  // The keys of its rows belong to the previous page.
  return { ...form, metadata: form.metadata.map(({ name, value }) => newEntry({ name, value })) };
};

/**
 * Restores the form after a platform's redirect: the typed values, and the newly connected server, whose roles
 * differ. Returns why nothing was connected, or null. Clears the URL parameters, so that a reload shows the saved
 * values.
 */
export const useReturned = (form: GuardedForm<BenefitForm>): string | null => {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const [error, setError] = useState<string | null>(null);
  const isRead = useRef(false);
  useEffect(() => {
    const type = formKinds.find((kind) => kind === parameters.get('kind'));
    if (isRead.current || !type) return;
    isRead.current = true;
    const guildToken = parameters.get('guild_token');
    setError(parameters.get('error'));
    setParameters({}, { replace: true });
    form.setValues({ ...takeTyped(pathname), type, ...(guildToken && { guildToken, roleId: null }) });
  }, [form, parameters, pathname, setParameters]);
  if (error === null) return null;
  return t(error === 'access_denied' ? 'benefits:youDidNotAgree' : 'benefits:couldNotBeConnected');
};
