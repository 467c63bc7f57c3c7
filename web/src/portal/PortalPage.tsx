import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '../buyers/call.ts';
import { Notice } from '../buyers/Notice.tsx';
import { failureText } from '../buyers/refusal.ts';
import { clearToken, storeToken, tokenOf } from '../buyers/session.ts';
import { type CustomerOrganization, endSession, readSeller } from './api.ts';
import type { MailedCode } from './arrival.ts';
import { t } from './i18n.ts';
import { followChanges } from './live.ts';
import { Pages } from './Pages.tsx';
import { createAsking, type Portal, PortalContext } from './portal.ts';
import { Shell } from './Shell.tsx';
import { SignIn, type Why } from './SignIn.tsx';

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
  const [token, setToken] = useState(() => (mailed ? null : tokenOf(slug)));
  const [why, setWhy] = useState<Why>('first');
  const portal = useMemo((): Portal | null => {
    if (token === null) return null;
    let isOver = false;
    const leave = (reason: Why) => {
      // What was under way when the customer signed out is refused then.
      if (isOver) return;
      isOver = true;
      clearToken(slug);
      setWhy(reason);
      setToken(null);
    };
    return {
      slug,
      seller,
      ...createAsking(token, () => leave('ended')),
      signOut: () => {
        leave('out');
        void endSession(token);
      },
    };
  }, [slug, seller, token]);
  useEffect(() => {
    if (portal !== null && token !== null) return followChanges(token, () => void portal.answers.refresh());
    return undefined;
  }, [portal, token]);
  if (portal === null)
    return (
      <SignIn
        organization={seller.organization}
        why={why}
        mailed={why === 'first' ? mailed : null}
        onToken={(given) => {
          storeToken(slug, given);
          setToken(given);
        }}
      />
    );
  return (
    <PortalContext.Provider value={portal}>
      <Shell>
        <Pages />
      </Shell>
    </PortalContext.Provider>
  );
};
