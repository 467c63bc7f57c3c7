import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './ShownNotices.module.css';

export const ShownNotices = () => (
  <Notifications position="bottom-right" withinPortal={false} classNames={{ root: classes.notices }} />
);
