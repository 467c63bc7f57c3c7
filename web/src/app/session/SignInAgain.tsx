import { useCallback, useEffect } from 'react';
import { useStore } from 'react-redux';
import { beginAnew } from '../../api/account/devices.ts';
import { onSignedIn } from '../../api/account/session-broadcast.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { api } from '../../api/request/base.ts';
import { asFailure, type Failure, fallbackMessage } from '../../api/request/failure.ts';
import { sessionOpened } from '../../api/request/session-expiry.ts';
import { tagTypes } from '../../api/request/tags.ts';
import { selectHasUnsaved } from '../../api/request/unsaved.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { readSession } from '../../sign-in/api.ts';
import { goWithState } from '../../sign-in/go.ts';
import { ProviderButtons } from '../../sign-in/ProviderButtons.tsx';
import { SignInForm } from '../../sign-in/SignInForm.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';

type Props = {
  user: AuthUser;
  /** An administrator acted as the user, whose password they do not have: they sign in as themselves. */
  isImpersonated: boolean;
  /** The address of the page. */
  here: string;
};

/** Covers a page whose session has ended; the page is shown again, unchanged, when the same user has signed in. */
export const SignInAgain = ({ user, isImpersonated, here }: Props) => {
  const { options, error, refetch } = usePublicOptions();
  const resume = useResume(user.id, isImpersonated ? paths.users : paths.root);
  const next = isImpersonated ? paths.users : here;
  useEffect(() => onSignedIn(() => void resume(true)), [resume]);
  return (
    <CardPage
      title={t('app:signIn')}
      lead={
        isImpersonated
          ? t('app:impersonationHasEnded', { name: user.name || user.email })
          : t('app:yourSessionHasEndedSign')
      }
    >
      {options ? (
        <>
          <ProviderButtons
            options={options}
            next={next}
            back={paths.signIn(next)}
            isFirst={options.emailAndPassword.enabled}
          />
          {options.emailAndPassword.enabled && (
            <SignInForm
              next={next}
              {...(!isImpersonated && { name: user.email, isAtPassword: true })}
              canReset={options.emailAndPassword.canReset}
              onSignedIn={() => resume(false)}
              onUnverified={(name) => goWithState(paths.checkInbox, { email: name, next })}
            />
          )}
        </>
      ) : error ? (
        <ErrorState message={asFailure(error).message} onRetry={refetch} />
      ) : (
        <LoadingPage />
      )}
    </CardPage>
  );
};

/**
 * Refetches everything; for another user, reloads at `start`. When another window has changed the user, unsaved changes
 * here keep the page. Returns why it cannot go on.
 */
const useResume = (userId: string, start: string) => {
  const store = useStore<Parameters<typeof selectHasUnsaved>[0]>();
  return useCallback(
    async (isElsewhere: boolean): Promise<Failure | null> => {
      const { data, error } = await readSession();
      if (error) return error;
      if (!data) return { status: 401, name: 'Error', message: fallbackMessage(401), fields: [] };
      if (data.user.id !== userId) {
        if (!isElsewhere || !selectHasUnsaved(store.getState())) beginAnew(start);
        return null;
      }
      store.dispatch(sessionOpened());
      store.dispatch(api.util.invalidateTags([...tagTypes]));
      return null;
    },
    [store, userId, start],
  );
};
