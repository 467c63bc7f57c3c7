import { Text } from '@mantine/core';
import { useParams } from 'react-router';
import { type AuthUser, useGetSessionQuery } from '../../api/account/sessions.ts';
import { useGetUserQuery } from '../../api/installation/admin.ts';
import { rolesOf } from '../../api/organization/roles.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { BanUser } from './BanUser.tsx';
import { DeleteUser } from './DeleteUser.tsx';
import { Impersonate } from './Impersonate.tsx';
import { SetPassword } from './SetPassword.tsx';
import { SetRole } from './SetRole.tsx';
import { UserSessions } from './UserSessions.tsx';
import { UserState } from './UserState.tsx';

const parent = () => ({ label: t('admin:users'), to: paths.users });

export const UserPage = () => {
  const { id = '' } = useParams();
  const result = useGetUserQuery(id);
  return (
    <QueryPage result={result} subject={t('admin:user')} parent={parent()}>
      {(user) =>
        user === null ? (
          <PageHeader
            title={t('admin:noSuchUser')}
            description={t('admin:theAccountMayHaveBeen')}
            parent={parent()}
          />
        ) : (
          <Known user={user} />
        )
      }
    </QueryPage>
  );
};

const Known = ({ user }: { user: AuthUser }) => {
  const { data: session } = useGetSessionQuery();
  const isSelf = session?.user.id === user.id;
  return (
    <>
      <PageHeader
        title={user.name || user.email}
        description={user.email}
        parent={parent()}
        badge={<UserState user={user} />}
        actions={isSelf ? null : <Impersonate user={user} />}
      />
      <Stacked>
        <Section title={t('admin:account')}>
          <Details
            items={[
              [t('admin:username'), user.displayUsername ?? user.username ?? '—'],
              [t('admin:roles'), rolesOf(user.role).join(', ')],
              [t('admin:signedUp'), <DateTime key="since" value={user.createdAt} withTime />],
              [t('admin:id'), user.id],
            ]}
          />
        </Section>
        <SetRole key={user.role} user={user} isSelf={isSelf} />
        <SetPassword userId={user.id} />
        {/* Below the forms: its height is known late, and buttons must not move while they are pressed. */}
        <UserSessions userId={user.id} />
        {isSelf ? (
          <Section title={t('admin:thisIsYou')}>
            <Text c="dimmed">{t('admin:youCannotBanYourself')}</Text>
          </Section>
        ) : (
          <>
            <BanUser user={user} />
            <DeleteUser user={user} />
          </>
        )}
      </Stacked>
    </>
  );
};
