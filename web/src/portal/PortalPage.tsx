import { useCallback, useEffect, useMemo, useState } from 'react';
import { Notice } from '../buyers/display/Notice.tsx';
import { useAgain } from '../buyers/request/again.ts';
import type { Answer } from '../buyers/request/call.ts';
import { failureText } from '../buyers/request/refusal.ts';
import { clearToken, storeToken, tokenOf } from '../buyers/request/session.ts';
import { type Customer, type CustomerOrganization, readSeller, routes } from './api.ts';
import type { MailedCode } from './arrival.ts';
import { t } from './i18n.ts';
import { Pages } from './Pages.tsx';
import { createAsking, type Portal, PortalContext } from './portal.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';
import classes from './SignInAgain.module.css';
import { SignInAgain } from './SignInAgain.tsx';

type Props = {
  slug: string;
  /** The seller, loaded before the first render. */
  first: Answer<CustomerOrganization>;
  /** E-mail address and code from the link of a sign-in mail. */
  mailed?: MailedCode | null;
};

/** The customer portal: loads the seller, then the session, then the pages. */
export const PortalPage = ({ slug, first, mailed = null }: Props) => {
  const [found, setFound] = useState(first);
  const again = useCallback(async () => setFound(await readSeller(slug)), [slug]);
  const isUnknown = found.error?.status === 404 || found.error?.status === 422;
  useAgain(found.data === null && !isUnknown, again);
  if (found.data) return <Known slug={slug} seller={found.data} mailed={mailed} />;
  if (isUnknown) return <Notice title={t('unknown.title')} text={t('unknown.text')} />;
  return (
    <Notice
      title={t('notice.unreachable')}
      text={failureText(found.error)}
      action={{ label: t('notice.again'), act: again }}
    />
  );
};

type KnownProps = { slug: string; seller: CustomerOrganization; mailed: MailedCode | null };

/** With a token the pages, without one the sign-in. */
const Known = ({ slug, seller, mailed }: KnownProps) => {
  /** The token of the visit's start; the same customer later continues with other tokens. */
  const [token, setToken] = useState(() => (mailed ? null : tokenOf(slug)));
  const [isOut, setIsOut] = useState(false);
  // The session has ended. The pages stay mounted below the sign-in, with unsaved input.
  const [isEnded, setIsEnded] = useState(false);
  const portal = useMemo((): Portal | null => {
    if (token === null) return null;
    const asking = createAsking(token, () => {
      clearToken(slug);
      setIsEnded(true);
    });
    const signOut = () => {
      asking.leave();
      clearToken(slug);
      setIsOut(true);
      setToken(null);
    };
    return { slug, seller, ...asking, signOut };
  }, [slug, seller, token]);
  useEffect(() => (portal === null || isEnded ? undefined : portal.watch()), [portal, isEnded]);
  const signIn = (given: string, email: string) => {
    storeToken(slug, given);
    setIsEnded(false);
    // Another customer gets newly mounted pages, without data or input of the previous one.
    if (portal !== null && emailOf(portal) === email.toLowerCase()) portal.goOn(given);
    else setToken(given);
  };
  if (portal === null)
    return (
      <SignIn
        organization={seller.organization}
        isClosed={seller.isClosed}
        mailed={isOut ? null : mailed}
        onToken={signIn}
      />
    );
  return (
    <PortalContext.Provider value={portal}>
      <div key={token} className={isEnded ? classes.kept : undefined}>
        <Shell>
          <Pages />
        </Shell>
      </div>
      {isEnded && (
        <SignInAgain>
          <SignIn
            organization={seller.organization}
            isEnded
            email={emailOf(portal) ?? ''}
            mailed={null}
            onToken={signIn}
          />
        </SignInAgain>
      )}
    </PortalContext.Provider>
  );
};

/** The customer's e-mail address in lower case; null until known. */
const emailOf = ({ answers }: Portal): string | null => {
  const customer = answers.read(routes.me)?.data as Customer | null | undefined;
  return customer?.email.toLowerCase() ?? null;
};
