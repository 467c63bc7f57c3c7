import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Timestamp } from '@tessera/proto/api/wire';
import { useState } from 'react';
import { useGetClockQuery } from '../../api/installation/clock.ts';
import { useMovesClock } from '../../api/installation/clock-right.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { daysOfMonthFrom, useTravel } from './use-travel.ts';

/** Moves the clock of the whole system, so that renewals, reminders and expiries can be tested. */
export const TimeMachinePage = () => {
  const isAllowed = useMovesClock();
  const result = useGetClockQuery(undefined, { skip: !isAllowed });
  if (!isAllowed)
    return (
      <>
        <PageHeader title={t('settings:timeMachine')} />
        <Refused>{t('settings:timeMachineNotHere')}</Refused>
      </>
    );
  return (
    <QueryPage result={result} subject={t('settings:timeMachine')}>
      {({ offsetSeconds }) => (
        <>
          <PageHeader title={t('settings:timeMachine')} description={t('settings:timeMachineDescription')} />
          <Machine offsetSeconds={offsetSeconds} onMoved={result.refetch} />
        </>
      )}
    </QueryPage>
  );
};

type Props = { offsetSeconds: number; onMoved: () => unknown };

const Machine = ({ offsetSeconds, onMoved }: Props) => {
  const travel = useTravel(offsetSeconds, onMoved);
  const [isReturning, setIsReturning] = useState(false);
  const [opened] = useState(() => Date.now());
  const now = new Date(opened + travel.offsetSeconds * 1000);
  const days = Math.round(travel.offsetSeconds / 86_400);
  const isMoving = travel.progress !== null;
  const step = (label: string, count: number) => (
    <Button variant="default" disabled={isMoving} onClick={() => void travel.go(count)}>
      {label}
    </Button>
  );
  return (
    <Section title={t('settings:systemTime')} description={t('settings:systemTimeNote')}>
      <Stack gap="md">
        <Details
          items={[
            [
              t('settings:systemTimeNow'),
              <DateTime key="now" value={now.toISOString() as Timestamp} withTime />,
            ],
            [t('settings:aheadBy'), t('settings:days', { count: days })],
          ]}
        />
        <Group gap="sm">
          {step(t('settings:aDayOn'), 1)}
          {step(t('settings:aWeekOn'), 7)}
          {step(t('settings:aMonthOn'), daysOfMonthFrom(now))}
        </Group>
        {travel.progress !== null && <Travelling progress={travel.progress} />}
        {travel.failure !== null && <Alert color="red">{describeFailure(travel.failure)}</Alert>}
        {travel.offsetSeconds !== 0 && !isMoving && (
          <Group>
            <Button variant="subtle" onClick={() => setIsReturning(true)}>
              {t('settings:backToNow')}
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        isOpen={isReturning}
        title={t('settings:backToNow')}
        action={t('settings:backToNow')}
        isReversible
        onConfirm={() => {
          setIsReturning(false);
          void travel.back();
        }}
        onClose={() => setIsReturning(false)}
      >
        {t('settings:backToNowNote')}
      </ConfirmDialog>
    </Section>
  );
};

/** `progress`: from 0 to 1. */
const Travelling = ({ progress }: { progress: number }) => (
  <Stack gap={4}>
    <Progress value={progress * 100} aria-label={t('settings:travelling')} />
    <Text size="sm" c="dimmed" aria-live="polite">
      {t('settings:travelling')}
    </Text>
  </Stack>
);
