import type { BenefitSubscriber } from '@tessera/proto/api/billing/customer-grant';
import type { Plain } from '@tessera/proto/api/wire';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Customer, type Grant, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked, usePortal } from '../portal.ts';
import { Button } from '../ui/Button.tsx';
import sections from '../ui/Section.module.css';
import { useAct } from '../ui/use-act.ts';
import classes from './Benefits.module.css';

type Benefit = Extract<Plain<BenefitSubscriber>, { type: 'discord' | 'github_repository' }>;

/** Connected accounts are keyed by platform and account. */
const accountsAt = ({ oauthAccounts }: Customer, platform: string) =>
  Object.entries(oauthAccounts).flatMap(([key, account]) =>
    key.startsWith(`${platform}:`) ? [account] : [],
  );

/** Access for an account on a platform: connected here, then admitted by the seller's server. */
export const Account = ({ grant, benefit }: { grant: Grant; benefit: Benefit }) => {
  const { data: customer, error } = useAsked<Customer>(routes.me);
  // The session of a checkout may connect nothing: its e-mail address was only typed.
  const isLimited = error?.status === 403 && !grant.isGranted;
  const { change } = usePortal();
  const { isBusy, failure, run } = useAct();
  const platform = benefit.type === 'discord' ? 'discord' : 'github';
  const accounts = customer ? accountsAt(customer, platform) : [];
  const chosen = 'accountId' in grant.properties ? grant.properties.accountId : undefined;
  const account = accounts.find(({ accountId }) => accountId === chosen) ?? accounts[0];
  const others = accounts.filter(({ accountId }) => !grant.isGranted || accountId !== account?.accountId);
  const connect = async () => {
    const found = await run(() =>
      change<{ url: string }>(routes.authorize, { method: 'POST', body: { platform } }),
    );
    if (found) window.location.assign(found.url);
  };
  const use = (accountId: string) =>
    run(() =>
      change(routes.grant(grant.id), {
        method: 'PATCH',
        body: { benefitType: benefit.type, properties: { accountId } },
      }),
    );
  const name = t(`account.${platform}`);
  if (isLimited) return <SignInFirst platform={name} />;
  return (
    <>
      <Standing
        grant={grant}
        benefit={benefit}
        username={account?.accountUsername}
        isConnected={account !== undefined}
        platform={name}
      />
      {failure && (
        <p className={classes.wrong} role="alert">
          {failureText(failure)}
        </p>
      )}
      {customer && (
        <p className={classes.act}>
          {others.map(({ accountId, accountUsername }) => (
            <Button key={accountId} kind="secondary" isBusy={isBusy} onPress={() => use(accountId)}>
              {t('account.use', { name: accountUsername ?? name })}
            </Button>
          ))}
          <Button kind={accounts.length > 0 ? 'quiet' : 'secondary'} isBusy={isBusy} onPress={connect}>
            {t(accounts.length > 0 ? 'account.other' : 'account.connect', { platform: name })}
          </Button>
        </p>
      )}
    </>
  );
};

const SignInFirst = ({ platform }: { platform: string }) => {
  const { signOut } = usePortal();
  return (
    <>
      <p className={classes.facts}>{t('account.signIn', { platform })}</p>
      <p className={classes.act}>
        <Button kind="secondary" onPress={signOut}>
          {t('signIn.title')}
        </Button>
      </p>
    </>
  );
};

type StandingProps = {
  grant: Grant;
  benefit: Benefit;
  username: string | null | undefined;
  isConnected: boolean;
  platform: string;
};

/** The account that has access, or what prevents it. */
const Standing = ({ grant, benefit, username, isConnected, platform }: StandingProps) => (
  <>
    {grant.isGranted && (
      <p className={classes.facts}>
        {username ? t('account.asName', { platform, name: username }) : t('account.in', { platform })}{' '}
        {benefit.type === 'github_repository' && (
          <a
            href={benefit.properties.repositoryUrl}
            target="_blank"
            rel="noreferrer"
            className={sections.link}
          >
            {benefit.properties.repositoryOwner}/{benefit.properties.repositoryName}
          </a>
        )}
      </p>
    )}
    {grant.isGranted && benefit.type === 'github_repository' && (
      <p className={classes.facts}>{t('account.invitation')}</p>
    )}
    {grant.error && !grant.isGranted && (
      <Missing type={grant.error.type} isConnected={isConnected} platform={platform} />
    )}
  </>
);

type MissingProps = { type: string; isConnected: boolean; platform: string };

/** Why there is no access yet. The server's message is for the seller. */
const Missing = ({ type, isConnected, platform }: MissingProps) => {
  const { name: seller } = usePortal().seller.organization;
  return <p className={classes.wrong}>{t(keyOfMissing(type, isConnected), { platform, seller })}</p>;
};

const keyOfMissing = (type: string, isConnected: boolean) => {
  if (type === 'BenefitRefusedError') return 'account.sellerFirst';
  if (type === 'BenefitRetriableError') return 'account.unreachable';
  return isConnected ? 'account.refused' : 'account.first';
};
