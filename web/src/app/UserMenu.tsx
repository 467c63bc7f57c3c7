import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { api } from '../api/base.ts';
import { useGetSessionQuery, useSignOutMutation } from '../api/sessions.ts';
import { paths } from '../paths.ts';
import { Initial } from '../ui/Initial.tsx';
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/** Whatever the server says, nothing stays on the screen or in memory. */
const useLeave = () => {
  const [signOut] = useSignOutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return async () => {
    await signOut();
    await navigate(paths.signIn(), { replace: true });
    dispatch(api.util.resetApiState());
  };
};
