import { Skeleton } from '@mantine/core';
import { IconChevronRight, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './FirstSteps.module.css';

export type Step = { title: string; text: string; to: string; isDone: boolean };

/** The steps to the first sale, with those that are done. */
export const FirstStepsPanel = ({ steps }: { steps: Step[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Section
      title={t('overview:getToYourFirstSale')}
      description={t('overview:someDone', { done, count: steps.length })}
      isFlush
    >
      <ol className={classes.steps}>
        {steps.map((step) => {
          const { title, text, to, isDone } = step;
          return (
            <li key={title}>
              <Link
                to={to}
                className={classes.step}
                data-done={isDone || undefined}
                aria-current={step === next ? 'step' : undefined}
              >
                {isDone ? (
                  <IconCircleCheckFilled size={20} className={classes.done} aria-label={t('overview:done')} />
                ) : (
                  <IconCircleDashed size={20} className={classes.open} aria-label={t('overview:toDo')} />
                )}
                <span className={classes.words}>
                  <span className={classes.title}>{title}</span>
                  <span className={classes.text}>{text}</span>
                </span>
                <IconChevronRight size={18} className={classes.go} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ol>
    </Section>
  );
};

/** Placeholder until it is known whether anything was sold; has the final height, so that nothing moves. */
export const FirstStepsToCome = () => (
  <Skeleton aria-hidden inert>
    <FirstStepsPanel
      steps={stepWords().map((words, index) => ({ ...words, to: `?${index}`, isDone: false }))}
    />
  </Skeleton>
);

/** In the order of the steps. */
export const stepWords = () =>
  [
    { title: t('overview:createAProduct'), text: t('overview:aNameAndAPrice') },
    { title: t('overview:shareACheckoutLink'), text: t('overview:openAProduct') },
    { title: t('overview:tellYourServer'), text: t('overview:addAnEndpoint') },
  ] as const;
