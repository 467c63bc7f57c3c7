import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { t } from '../../i18n/t.ts';
import { newEntry } from '../../shared/fields/metadata.ts';
import type { GuardedForm } from '../../ui/guarded-form.ts';
import { type BenefitForm, formKinds } from './benefit-form.ts';

const keyOf = (pathname: string): string => `tessera:benefit:${pathname}`;

/** Keeps what was typed while one is away at a platform, for this tab alone. */
export const keepTyped = (pathname: string, form: BenefitForm): void =>
  sessionStorage.setItem(keyOf(pathname), JSON.stringify(form));

const takeTyped = (pathname: string): Partial<BenefitForm> => {
  const kept = sessionStorage.getItem(keyOf(pathname));
  sessionStorage.removeItem(keyOf(pathname));
  if (kept === null) return {};
  const form = JSON.parse(kept) as BenefitForm;
  // Its rows were named on a page that is gone.
  return { ...form, metadata: form.metadata.map(({ name, value }) => newEntry({ name, value })) };
};

/**
 * Puts into the form what one comes back with from a platform: what was typed before, and the server, whose roles are
 * others. Answers why nothing was connected, if so. It leaves the address: a page that is loaded anew begins as it is saved.
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
