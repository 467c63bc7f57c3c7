import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { ProviderId } from '@tessera/proto/api/identity/social';
import { useEffect, useState } from 'react';
import { t } from '../i18n/t.ts';
import { callbackPath } from '../paths.ts';
import { ProviderMark } from '../shared/describe/ProviderMark.tsx';
import { providerNames } from '../shared/describe/provider-names.ts';
import { signInWithProvider } from './api.ts';
import { browser } from './go.ts';
import { keepLastProvider, lastProvider } from './last-provider.ts';
import { Problem } from './Problem.tsx';
import classes from './ProviderButtons.module.css';
import { describeProviderError } from './provider-error.ts';
import controls from './SignIn.module.css';

type Props = {
  options: PublicOptions;
  /** Where to go after signing in. */
  next: string;
  /** The page to return to on failure. */
  back: string;
  isSignUp?: boolean;
  /** Whether another sign-in method follows. */
  isFirst: boolean;
};

/** Up to this many providers stand below each other; more stand in two columns, and the rest behind a button. */
const few = 3;
const glance = 6;

/** Signing in with a provider, and the error of a failed attempt. */
export const ProviderButtons = ({ options, isFirst, ...props }: Props) => {
  const { socialProviders: providers } = options;
  const refusal = useRefusal(options);
  if (providers.length === 0 && refusal === null) return null;
  return (
    <div className={classes.ways} data-first={isFirst || undefined}>
      <Problem message={refusal} />
      {providers.length > 0 && <Buttons providers={providers} {...props} />}
      {providers.length > 0 && isFirst && <div className={controls.or}>{t('sign-in:or')}</div>}
    </div>
  );
};

/** The error in the address; for banned users it is the operator's own message. */
const useRefusal = ({ bannedUserMessage }: PublicOptions): string | null => {
  const error = new URLSearchParams(window.location.search).get('error');
  if (error === null) return null;
  const isInOwnWords = error === 'banned' && bannedUserMessage !== defaultBannedUserMessage;
  return isInOwnWords ? bannedUserMessage : describeProviderError(error);
};

type ButtonsProps = Pick<Props, 'next' | 'back' | 'isSignUp'> & { providers: ProviderId[] };

const Buttons = ({ providers: configured, ...props }: ButtonsProps) => {
  const [isWhole, setIsWhole] = useState(false);
  const { leave, leaving, failure } = useLeave(props);
  const [last] = useState(lastProvider);
  // The provider used last comes first.
  const providers = configured.toSorted((a, b) => Number(b === last) - Number(a === last));
  const isCut = !isWhole && providers.length > glance + 1;
  const shown = isCut ? providers.slice(0, glance) : providers;
  return (
    <>
      <Problem message={failure} />
      <div className={classes.grid} data-many={providers.length > few || undefined}>
        {shown.map((provider) => (
          <button
            key={provider}
            type="button"
            className={controls.secondary}
            disabled={leaving !== null}
            aria-label={t('sign-in:continueWith', { provider: providerNames[provider] })}
            onClick={() => void leave(provider)}
          >
            <ProviderMark provider={provider} />
            {providers.length > few
              ? providerNames[provider]
              : t('sign-in:continueWith', { provider: providerNames[provider] })}
            {provider === last && <span className={classes.last}>{t('sign-in:lastUsed')}</span>}
          </button>
        ))}
        {isCut && (
          <button
            type="button"
            className={`${controls.secondary} ${classes.more}`}
            onClick={() => setIsWhole(true)}
          >
            {t('sign-in:showMore', { count: providers.length - glance })}
          </button>
        )}
      </div>
    </>
  );
};

/** Redirects to the provider. Coming back by the browser's button finds the page unchanged. */
const useLeave = ({ next, back, isSignUp = false }: Omit<ButtonsProps, 'providers'>) => {
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<ProviderId | null>(null);
  useEffect(() => {
    const stay = () => setLeaving(null);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  const leave = async (provider: ProviderId) => {
    setLeaving(provider);
    const callbackURL = callbackPath(next);
    const { data, error } = await signInWithProvider({
      provider,
      callbackURL,
      errorCallbackURL: back,
      requestSignUp: isSignUp,
    });
    if (data?.url) {
      keepLastProvider(provider);
      return browser.go(data.url);
    }
    setFailure(error?.message ?? null);
    setLeaving(null);
  };
  return { leave, leaving, failure };
};
