import { Button } from '@mantine/core';
import { beginAnew } from '../../api/account/devices.ts';
import { useStopImpersonatingMutation } from '../../api/installation/admin.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { useLeaveBy } from '../../ui/pages/leave-by.ts';
import classes from './ImpersonationBanner.module.css';

/** Shows on every page that the user acts as another user, and ends that. */
export const ImpersonationBanner = ({ name }: { name: string }) => {
  const [stop, { isLoading }] = useStopImpersonatingMutation();
  const leaveBy = useLeaveBy();
  const end = () =>
    leaveBy(async () => {
      const { error } = await stop();
      if (error) notifyFailed(describeFailure(error));
      else beginAnew(paths.users);
      return !error;
    });
  return (
    <aside className={classes.banner} aria-label={t('app:impersonation')}>
      <span>
        <Trans i18nKey="app:youAreActingAs" values={{ name }} components={{ strong: <strong /> }} />
      </span>
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void end()}>
        {t('app:stop')}
      </Button>
    </aside>
  );
};
