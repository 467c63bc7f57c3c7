import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export const ShownNotices = () => <Notifications position="bottom-right" />;
