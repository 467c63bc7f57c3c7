import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { Link, useLocation } from 'react-router';
import { nextPath, paths } from '../../paths.ts';
import { AuthFrame, Configured } from './AuthFrame.tsx';
import { ProviderButtons } from './ProviderButtons.tsx';
import { SignUpForm } from './SignUpForm.tsx';

export const SignUpPage = () => {
  const next = nextPath(useLocation().search);
  return (
    <Configured title="Create your account">{(options) => <Page options={options} next={next} />}</Configured>
  );
};

const Page = ({ options, next }: { options: PublicOptions; next: string }) => {
  const { appName, emailAndPassword, socialProviders } = options;
  const { canSignUp } = emailAndPassword;
  const isOpen = canSignUp || socialProviders.length > 0;
  return (
    <AuthFrame
      title="Create your account"
      lead={
        isOpen
          ? 'Sell digital products and subscriptions. It takes a minute.'
          : `Signing up is switched off here. Ask whoever runs ${appName} for an account.`
      }
      footer={
        <>
          Already have an account? <Link to={paths.signIn(next)}>Sign in</Link>
        </>
      }
    >
      <ProviderButtons options={options} next={next} back={paths.signUp(next)} isSignUp isFirst={canSignUp} />
      {canSignUp && <SignUpForm next={next} rules={emailAndPassword} />}
    </AuthFrame>
  );
};
