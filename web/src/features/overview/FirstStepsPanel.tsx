import { Skeleton } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './FirstSteps.module.css';

export type Step = { title: string; text: string; to: string; isDone: boolean };

/** What there is to do until the first sale, with what is done already. */
export const FirstStepsPanel = ({ steps }: { steps: Step[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={t('overview:getToYourFirstSale')}
      description={t('overview:someDone', { done, count: steps.length })}
      isFlush
    >
      <ol className={classes.steps}>
        {steps.map(({ title, text, to, isDone }) => (
          <li key={title}>
            <Link to={to} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} className={classes.done} aria-label={t('overview:done')} />
              ) : (
                <IconCircleDashed size={20} className={classes.open} aria-label={t('overview:toDo')} />
              )}
              <span>
                <span className={classes.title}>{title}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  );
};

/** Its place while nobody knows yet whether something was sold: as high as it will be, so that nothing moves when it comes. */
export const FirstStepsToCome = () => (
  <Skeleton aria-hidden inert>
    <FirstStepsPanel
      steps={stepWords().map((words, index) => ({ ...words, to: `?${index}`, isDone: false }))}
    />
  </Skeleton>
);

/** In the order in which they are done. */
export const stepWords = () =>
  [
    { title: t('overview:createAProduct'), text: t('overview:aNameAndAPrice') },
    { title: t('overview:tellYourServer'), text: t('overview:addAnEndpoint') },
    { title: t('overview:shareACheckoutLink'), text: t('overview:openAProduct') },
  ] as const;
