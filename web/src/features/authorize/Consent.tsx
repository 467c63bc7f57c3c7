import { Anchor, Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  type Ask,
  type AuthorizationRequest,
  useAnswerAuthorizationMutation,
} from '../../api/account/authorization.ts';
import type { AuthUser } from '../../api/account/sessions.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { asFailure } from '../../api/request/failure.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { RightsList } from '../../shared/rights/RightsList.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { AskingApp } from './AskingApp.tsx';
import classes from './Consent.module.css';
import { Leaving } from './Leaving.tsx';
import { NoOrganization, OrganizationField } from './OrganizationField.tsx';
import { useChangePerson } from './use-change-person.ts';

type Props = {
  request: AuthorizationRequest;
  ask: Ask;
  /** The host to which the browser is sent afterwards. */
  host: string;
  person: AuthUser;
  onLookAgain: () => unknown;
};

/** Shows the app, the user, the scopes and the consequences; takes one answer. */
export const Consent = ({ request, ask, host, person, onLookAgain }: Props) => {
  const appName = usePublicOptions().options?.appName ?? 'Tessera';
  const choice = useChoice(ask);
  const { answer, answered, isSending, error } = useAnswer(request, onLookAgain);
  if (answered) return <Leaving location={answered} host={host} />;
  const allow = () => {
    if (choice.isMissing()) return;
    void answer('allow', choice.organizationId);
  };
  return (
    <CardPage
      title={t('authorize:allowAccess')}
      lead={ask.subType === 'user' ? t('authorize:toYourAccount') : t('authorize:toAnOrganization')}
    >
      <Stack gap="lg">
        <AskingApp client={ask.client} appName={appName} />
        <Account request={request} person={person} isDisabled={isSending !== null} />
        {choice.organizations.length > 0 && (
          <OrganizationField
            organizations={choice.organizations}
            value={choice.organizationId}
            error={choice.error}
            field={choice.field}
            onChange={choice.choose}
          />
        )}
        {choice.isImpossible ? <NoOrganization onLookAgain={onLookAgain} /> : <RightsList {...ask} />}
        <Consequences appName={appName} host={host} />
        <FormError message={error} />
        <div className={classes.acts}>
          {!choice.isImpossible && (
            <Button onClick={allow} loading={isSending === 'allow'} disabled={isSending === 'deny'}>
              {t('authorize:allow')}
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => void answer('deny', null)}
            loading={isSending === 'deny'}
            disabled={isSending === 'allow'}
          >
            {t('authorize:deny')}
          </Button>
        </div>
      </Stack>
    </CardPage>
  );
};

/** The account that grants access, and a way to use another. */
const Account = ({
  request,
  person,
  isDisabled,
}: Pick<Props, 'request' | 'person'> & { isDisabled: boolean }) => {
  const { change, isLoading } = useChangePerson(request);
  return (
    <div className={classes.account}>
      <Person name={person.name} email={person.email} image={person.image} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.another}
        disabled={isDisabled || isLoading}
        onClick={() => void change()}
      >
        {t('authorize:useAnotherAccount')}
      </Anchor>
    </div>
  );
};

const Consequences = ({ appName, host }: { appName: string; host: string }) => (
  <div className={classes.consequences}>
    <p>{t('authorize:whatAllowingMeans', { appName })}</p>
    <p>
      <Trans i18nKey="authorize:afterwardsYouGoOnAt" values={{ host }} components={{ strong: <strong /> }} />
    </p>
  </div>
);

/** The organization that the app may act for, if the request asks for one. */
const useChoice = (ask: Ask) => {
  const organizations = ask.subType === 'organization' ? ask.organizations : [];
  const [only, ...others] = organizations;
  const obvious = ask.subType === 'user' ? null : (ask.sub?.id ?? (others.length === 0 ? only?.id : null));
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const organizationId = chosen ?? obvious ?? null;
  const isMissing = (): boolean => {
    const isMissing = ask.subType === 'organization' && organizationId === null;
    setError(isMissing ? t('authorize:chooseTheOrganization') : null);
    // Below a long list of rights the button is out of sight of the field.
    if (isMissing) field.current?.focus();
    return isMissing;
  };
  const choose = (id: string | null) => {
    setError(null);
    setChosen(id);
  };
  const isImpossible = ask.subType === 'organization' && organizations.length === 0;
  return { organizations, organizationId, isImpossible, isMissing, error, field, choose };
};

/** Sends one answer; later ones are ignored while it is pending or after it succeeded. */
const useAnswer = (request: AuthorizationRequest, onLookAgain: () => unknown) => {
  const [send, { data, error }] = useAnswerAuthorizationMutation();
  const [isSending, setSending] = useState<'allow' | 'deny' | null>(null);
  const isSent = useRef(false);
  const answer = async (action: 'allow' | 'deny', organizationId: string | null) => {
    if (isSent.current) return;
    isSent.current = true;
    setSending(action);
    const answered = await send({ request, action, ...(organizationId !== null && { organizationId }) });
    if (answered.data?.location) return;
    // Meanwhile the session has become too old for the app.
    if (answered.data) onLookAgain();
    isSent.current = false;
    setSending(null);
  };
  return { answer, answered: data?.location ?? null, isSending, error: error && asFailure(error).message };
};
