import { useEffect, useState } from 'react';
import type { Answer } from '../buyers/call.ts';
import { Notice } from '../buyers/Notice.tsx';
import { failureText } from '../buyers/refusal.ts';
import { clearToken, storeToken, tokenOf } from '../buyers/session.ts';
import { type Customer, type CustomerOrganization, endSession, readSeller, routes } from './api.ts';
import type { MailedCode } from './arrival.ts';
import { t } from './i18n.ts';
import { followChanges } from './live.ts';
import { Pages } from './Pages.tsx';
import { createAsking, type Portal, PortalContext } from './portal.ts';
import { Shell } from './Shell.tsx';
import { SignIn } from './SignIn.tsx';
import classes from './SignInAgain.module.css';
import { SignInAgain } from './SignInAgain.tsx';

type Props = {
  slug: string;
  /** What was looked up while the page was loaded. */
  first: Answer<CustomerOrganization>;
  /** What the link of a sign-in mail has brought along. */
  mailed?: MailedCode | null;
};

/** The pages of a seller's customer: whose they are, then who is there, then what they have. */
export const PortalPage = ({ slug, first, mailed = null }: Props) => {
  const [found, setFound] = useState(first);
  if (found.data) return <Known slug={slug} seller={found.data} mailed={mailed} />;
  const { status } = found.error;
  if (status === 404 || status === 422) return <Notice title={t('unknown.title')} text={t('unknown.text')} />;
  return (
    <Notice
      title={t('notice.unreachable')}
      text={failureText(found.error)}
      action={{ label: t('notice.again'), act: async () => setFound(await readSeller(slug)) }}
    />
  );
};

type KnownProps = { slug: string; seller: CustomerOrganization; mailed: MailedCode | null };

/** With a token the pages, without one the way to get one. */
const Known = ({ slug, seller, mailed }: KnownProps) => {
  const [isOut, setIsOut] = useState(false);
  // The server knows the token no more. The pages stay beneath the sign-in: what was typed is there afterwards.
  const [isEnded, setIsEnded] = useState(false);
  const [visit, setVisit] = useState(0);
  const open = (token: string): Portal => {
    const session = { token };
    return {
      slug,
      seller,
      session,
      ...createAsking(session, () => {
        clearToken(slug);
        setIsEnded(true);
      }),
      signOut: () => {
        void endSession(session.token);
        // What is under way is refused then, which nobody needs to hear.
        session.token = '';
        clearToken(slug);
        setIsOut(true);
        setPortal(null);
      },
    };
  };
  const [portal, setPortal] = useState((): Portal | null => {
    const token = mailed ? null : tokenOf(slug);
    return token === null ? null : open(token);
  });
  useEffect(() => {
    if (portal === null || isEnded) return undefined;
    return followChanges(portal.session.token, () => void portal.answers.refresh());
  }, [portal, isEnded]);
  const signIn = (token: string, email: string) => {
    storeToken(slug, token);
    setIsEnded(false);
    if (portal !== null && emailOf(portal) === email.toLowerCase()) {
      portal.session.token = token;
      void portal.answers.refresh();
      return;
    }
    // Nothing of what another customer saw and typed.
    setVisit(visit + 1);
    setPortal(open(token));
  };
  if (portal === null)
    return <SignIn organization={seller.organization} mailed={isOut ? null : mailed} onToken={signIn} />;
  return (
    <PortalContext.Provider value={portal}>
      <div key={visit} className={isEnded ? classes.kept : undefined}>
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

/** Whose pages these are, in small letters; null: not known yet. */
const emailOf = ({ answers }: Portal): string | null => {
  const customer = answers.read(routes.me)?.data as Customer | null | undefined;
  return customer?.email.toLowerCase() ?? null;
};
