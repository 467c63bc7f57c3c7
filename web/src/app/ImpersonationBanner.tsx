import { Button } from '@mantine/core';
import { useStopImpersonatingMutation } from '../api/admin.ts';
import { beginAnew } from '../api/devices.ts';
import { describeFailure } from '../api/failure.ts';
import { paths } from '../paths.ts';
import { notifyFailed } from '../ui/notify.ts';
import classes from './ImpersonationBanner.module.css';

/** Says on every page that one acts as somebody else, and ends it. */
export const ImpersonationBanner = ({ name }: { name: string }) => {
  const [stop, { isLoading }] = useStopImpersonatingMutation();
  const end = async () => {
    const { error } = await stop();
    if (error) notifyFailed(describeFailure(error));
    else beginAnew(paths.users);
  };
  return (
    <aside className={classes.banner} aria-label="Impersonation">
      <span>
        You are acting as <strong>{name}</strong>.
      </span>
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void end()}>
        Stop
      </Button>
    </aside>
  );
};
