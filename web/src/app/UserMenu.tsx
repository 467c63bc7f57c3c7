import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout, IconShield, IconUserCircle, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useRight } from '../api/admin-rights.ts';
import { beginAnew, useListDeviceSessionsQuery, useSwitchAccountMutation } from '../api/devices.ts';
import { describeFailure } from '../api/failure.ts';
import { useGetSessionQuery, useSignOutMutation } from '../api/sessions.ts';
import { paths } from '../paths.ts';
import { Initial } from '../ui/Initial.tsx';
import { notifyFailed } from '../ui/notify.ts';
import classes from './UserMenu.module.css';

/** Who is signed in, and the way out. */
export const UserMenu = () => {
  const { data: session } = useGetSessionQuery();
  const leave = useLeave();
  if (!session) return null;
  const { name, email } = session.user;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Account of ${name}`}>
          <Initial name={name} isRound />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <span className={classes.name}>{name}</span>
          <span className={classes.email}>{email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.account} leftSection={<IconUserCircle size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Administration />
        <OtherAccounts currentId={session.user.id} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/** For those whose role lets them see the users; asked when the menu opens, and then known. */
const Administration = () =>
  useRight('user', 'list').data === true && (
    <Menu.Item component={Link} to={paths.users} leftSection={<IconShield size={16} aria-hidden />}>
      Administration
    </Menu.Item>
  );

/** The other people who are signed in with this browser, and the way to one more. */
const OtherAccounts = ({ currentId }: { currentId: string }) => {
  const { data } = useListDeviceSessionsQuery();
  const [change] = useSwitchAccountMutation();
  const switchTo = async (token: string) => {
    const { error } = await change(token);
    if (error) notifyFailed(describeFailure(error));
    else beginAnew();
  };
  const others = data?.items.filter(({ user }) => user.id !== currentId) ?? [];
  return (
    <>
      {others.length > 0 && <Menu.Label>Switch to</Menu.Label>}
      {others.map(({ session, user }) => (
        <Menu.Item
          key={session.id}
          leftSection={<Initial name={user.name} isRound />}
          onClick={() => void switchTo(session.token)}
        >
          {user.name}
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to={paths.addAccount} leftSection={<IconUserPlus size={16} aria-hidden />}>
        Add an account
      </Menu.Item>
    </>
  );
};

/** Whatever the server says, nothing stays on the screen or in memory. */
const useLeave = () => {
  const [signOut] = useSignOutMutation();
  return async () => {
    await signOut();
    beginAnew(paths.signIn());
  };
};
