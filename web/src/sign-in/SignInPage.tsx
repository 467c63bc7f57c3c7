import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { type ReactNode, useEffect, useState } from 'react';
import { announceSession, onSignedIn } from '../api/account/session-broadcast.ts';
import { t } from '../i18n/t.ts';
import { isToDeletion, loginHint, nextPath, paths } from '../paths.ts';
import { markTestMode } from '../shared/test-mode.ts';
import { CardPage } from '../ui/pages/CardPage.tsx';
import { readOptions, readSession } from './api.ts';
import { doneBefore } from './done-before.ts';
import { browser, goWithState } from './go.ts';
import { Problem } from './Problem.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import classes from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';

type Opening = { options: PublicOptions } | { problem: string } | null;

/** The sign-in page: a document of its own, since it needs little of the application. */
export const SignInPage = () => {
  const { search } = window.location;
  const { opening, open } = useOpening();
  const isAnother = new URLSearchParams(search).has('another');
  useMoveOn(search, isAnother);
  useTellDeletion(search);
  if (opening && 'options' in opening)
    return <Ways options={opening.options} next={nextPath(search)} isAnother={isAnother} />;
  return (
    <CardPage title={t('sign-in:signIn')} lead={opening ? t('sign-in:pageNotPrepared') : ' '}>
      <div className={classes.loading} aria-live="polite" aria-busy={opening === null}>
        {opening && (
          <div className={classes.form}>
            <Problem message={opening.problem} />
            <button type="button" className={classes.secondary} onClick={() => void open()}>
              {t('sign-in:tryAgain')}
            </button>
          </div>
        )}
      </div>
    </CardPage>
  );
};

/** The page's initial data, with a retry. */
const useOpening = () => {
  const [opening, setOpening] = useState<Opening>(null);
  useEffect(() => {
    void readOpening().then(setOpening);
  }, []);
  return { opening, open: () => readOpening().then(setOpening) };
};

const readOpening = async (): Promise<Opening> => {
  const { data, error } = await readOptions();
  if (error) return { problem: error.message };
  markTestMode(data);
  return { options: data };
};

/** Users who are already signed in, or sign in in another window meanwhile, are redirected. */
const useMoveOn = (search: string, isAnother: boolean): void => {
  useEffect(() => {
    if (isAnother) return;
    const look = async () => {
      const { data } = await readSession();
      if (data) browser.go(wayOn(search));
    };
    void look();
    return onSignedIn(() => void look());
  }, [search, isAnother]);
};

/** The mail's link deletes an account on the server: its target, this page, notifies the other windows. */
const useTellDeletion = (search: string): void => {
  useEffect(() => {
    if (new URLSearchParams(search).has('deleted')) announceSession();
  }, [search]);
};

/** A signed-in user who returns from a provider with an error wanted to link an account. */
const wayOn = (search: string): string => {
  const error = new URLSearchParams(search).get('error');
  return error === null ? nextPath(search) : `${paths.account}?error=${encodeURIComponent(error)}`;
};

type Props = { options: PublicOptions; next: string; isAnother: boolean };

const Ways = ({ options, next, isAnother }: Props) => {
  const { appName, emailAndPassword, socialProviders } = options;
  const { enabled, canSignUp, canReset } = emailAndPassword;
  const canEnter = enabled || socialProviders.length > 0;
  const signUp = isAnother ? paths.addNewAccount : paths.signUp(next);
  return (
    <CardPage
      title={t('sign-in:signIn')}
      lead={
        canEnter
          ? (doneBefore(window.history.state, window.location.search) ?? leadOf(next, isAnother))
          : t('sign-in:signingInIsSwitchedOff', { appName })
      }
      footer={
        (canSignUp || socialProviders.length > 0) &&
        !isToDeletion(next) && (
          <Footer>
            {t('sign-in:newTo', { appName })} <a href={signUp}>{t('sign-in:createAnAccount')}</a>
          </Footer>
        )
      }
    >
      <ProviderButtons
        options={options}
        next={next}
        back={isAnother ? paths.addAccount : paths.signIn(next)}
        isFirst={enabled}
      />
      {enabled && (
        <SignInForm
          next={next}
          name={loginHint(next)}
          canReset={canReset}
          onSignedIn={() => browser.go(next)}
          onUnverified={(name) => goWithState(paths.checkInbox, { email: name, next })}
        />
      )}
    </CardPage>
  );
};

const Footer = ({ children }: { children: ReactNode }) => <p className={classes.footer}>{children}</p>;

const leadOf = (next: string, isAnother: boolean): string => {
  if (isAnother) return t('sign-in:theAccountYouUseNow');
  return isToDeletion(next) ? t('sign-in:thenDelete') : t('sign-in:welcomeBackYourSales');
};
