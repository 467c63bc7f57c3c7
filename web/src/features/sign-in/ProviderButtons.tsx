import { Button, Divider, Stack } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { ProviderId } from '@tessera/proto/api/identity/social';
import { describeSocialError } from '@tessera/proto/api/identity/social-errors';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { beginAnew } from '../../api/devices.ts';
import { describeFailure } from '../../api/failure.ts';
import { useSignInWithProviderMutation } from '../../api/sessions.ts';
import { callbackPath } from '../../paths.ts';
import { FormError } from '../../ui/FormError.tsx';
import { ProviderMark } from '../../ui/ProviderMark.tsx';
import { providerNames } from '../../ui/provider-names.ts';
import classes from './ProviderButtons.module.css';

type Props = {
  options: PublicOptions;
  /** Where to go when signed in. */
  next: string;
  /** The page to come back to when it did not work. */
  back: string;
  isSignUp?: boolean;
  /** Whether another way to sign in follows. */
  isFirst: boolean;
};

/** Few are spelt out below each other; more stand two in a row; what does not fit a glance waits behind a button. */
const few = 3;
const glance = 6;

/** Signing in with an account that people have elsewhere; with the sentence for what went wrong there. */
export const ProviderButtons = ({ options, isFirst, ...props }: Props) => {
  const { socialProviders: providers } = options;
  const refusal = useRefusal(options);
  if (providers.length === 0 && refusal === null) return null;
  return (
    <Stack gap="md" mb={isFirst ? 'md' : 0}>
      <FormError message={refusal} />
      {providers.length > 0 && <Buttons providers={providers} {...props} />}
      {providers.length > 0 && isFirst && <Divider label="or" />}
    </Stack>
  );
};

/** What came back in the address; a banned person is told what the operator wants them to be told. */
const useRefusal = ({ bannedUserMessage }: PublicOptions): string | null => {
  const error = useSearchParams()[0].get('error');
  if (error === null) return null;
  return error === 'banned' ? bannedUserMessage : describeSocialError(error);
};

type ButtonsProps = Pick<Props, 'next' | 'back' | 'isSignUp'> & { providers: ProviderId[] };

const Buttons = ({ providers, ...props }: ButtonsProps) => {
  const [isWhole, setIsWhole] = useState(false);
  const { leave, leaving, failure } = useLeave(props);
  const isCut = !isWhole && providers.length > glance + 1;
  const shown = isCut ? providers.slice(0, glance) : providers;
  return (
    <>
      <FormError message={failure} />
      <div className={classes.grid} data-many={providers.length > few || undefined}>
        {shown.map((provider) => (
          <Button
            key={provider}
            variant="default"
            leftSection={<ProviderMark provider={provider} />}
            loading={leaving === provider}
            disabled={leaving !== null && leaving !== provider}
            aria-label={`Continue with ${providerNames[provider]}`}
            onClick={() => void leave(provider)}
          >
            {providers.length > few ? providerNames[provider] : `Continue with ${providerNames[provider]}`}
          </Button>
        ))}
        {isCut && (
          <Button variant="subtle" color="gray" className={classes.more} onClick={() => setIsWhole(true)}>
            {`Show ${providers.length - glance} more`}
          </Button>
        )}
      </div>
    </>
  );
};

/** Goes to the provider. Who comes back by the browser's button finds the page as it was. */
const useLeave = ({ next, back, isSignUp = false }: Omit<ButtonsProps, 'providers'>) => {
  const [start, { error }] = useSignInWithProviderMutation();
  const [leaving, setLeaving] = useState<ProviderId | null>(null);
  useEffect(() => {
    const stay = () => setLeaving(null);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  const leave = async (provider: ProviderId) => {
    setLeaving(provider);
    const callbackURL = callbackPath(next);
    const { data } = await start({
      provider,
      callbackURL,
      errorCallbackURL: back,
      requestSignUp: isSignUp,
    });
    if (data?.url) beginAnew(data.url);
    else setLeaving(null);
  };
  return { leave, leaving, failure: error && describeFailure(error) };
};
