import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type UsageEvent, useGetEventQuery } from '../../api/usage/usage.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CustomerLink } from '../../shared/CustomerLink.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { SideBySide } from '../../ui/display/Stacked.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { customerOf, jsonOf } from './describe.ts';
import classes from './EventsPage.module.css';
import { TakeBack } from './TakeBack.tsx';

export const EventPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetEventQuery(id);
  const parent = { label: t('events:events'), to: paths.events(organization.slug) };
  return (
    <QueryPage result={result} subject={t('events:event')} parent={parent}>
      {(event) => (
        <>
          <PageHeader
            title={event.name}
            parent={parent}
            badge={
              event.voidedBy !== null && <StatusBadge tone="neutral">{t('events:takenBack')}</StatusBadge>
            }
            actions={<TakeBack event={event} />}
          />
          <SideBySide>
            <Section title={t('events:json')}>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
              <pre className={classes.json} tabIndex={0}>
                {jsonOf(event)}
              </pre>
            </Section>
            <Facts event={event} slug={organization.slug} />
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

/** Rows for an event that is a correction, was corrected, or arrived late; empty for any other. */
const corrections = (event: UsageEvent, slug: string): [string, ReactNode][] => [
  ...(event.voids === null ? [] : ([[t('events:takesBack'), event.voids]] satisfies [string, ReactNode][])),
  ...(event.voidedBy === null
    ? []
    : ([
        [
          t('events:takenBackBy'),
          <TextLink key="voided" to={paths.event(slug, event.voidedBy)}>
            {t('events:correction')}
          </TextLink>,
        ],
      ] satisfies [string, ReactNode][])),
  ...(event.isLate ? ([[t('events:late'), t('events:lateNote')]] satisfies [string, ReactNode][]) : []),
];

const Facts = ({ event, slug }: { event: UsageEvent; slug: string }) => (
  <Section title={t('ui:details')}>
    <Details
      items={[
        [t('events:time'), <DateTime key="time" value={event.timestamp} withTime />],
        [t('events:source'), t(`events:sources.${event.source}`)],
        [
          t('events:customer'),
          event.customer === null ? (
            customerOf(event)
          ) : (
            <CustomerLink key="customer" slug={slug} customer={event.customer} />
          ),
        ],
        [t('events:externalId'), event.externalId ?? '—'],
        ...corrections(event, slug),
        [t('events:id'), <CopyText key="id" label={t('events:id')} value={event.id} />],
      ]}
    />
  </Section>
);
