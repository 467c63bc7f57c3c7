import { List } from '@mantine/core';
import {
  type OrganizationBrief,
  useListOrganizationsAloneQuery,
  useListOrganizationsQuery,
} from '../../api/organization/organizations.ts';
import { t } from '../../i18n/t.ts';

type Ending = { ending: OrganizationBrief[]; hasColleagues: boolean } | null;

/** Maximum number of organizations shown by name; the rest is counted. */
const most = 5;

/** Loads what a deletion ends; refetched on each visit, because memberships change. Null until loaded. */
export const useWhatEnds = (): Ending => {
  const own = useListOrganizationsQuery({ limit: 100 }, { refetchOnMountOrArgChange: true });
  const alone = useListOrganizationsAloneQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!own.data || !alone.data) return null;
  return { ending: alone.data, hasColleagues: own.data.length > alone.data.length };
};

/** What is lost with an account: the organizations that end, by name, or a general text until they are loaded. */
export const WhatEnds = ({ facts }: { facts: Ending }) => {
  if (!facts) return <span>{t('account:youAreSignedOutEverywhere')}</span>;
  const { ending, hasColleagues } = facts;
  const named = ending.length === most + 1 ? ending : ending.slice(0, most);
  return (
    <>
      <span>{hasColleagues ? t('account:loseOrganizations') : t('account:signedOutEverywhere')}</span>
      {ending.length > 0 && (
        <div>
          {t('account:organizationsEnd', { count: ending.length })}
          <List mt="xs">
            {named.map(({ id, name }) => (
              <List.Item key={id} fw={600}>
                <bdi>{name}</bdi>
              </List.Item>
            ))}
            {ending.length > named.length && (
              <List.Item>{t('account:andMore', { count: ending.length - named.length })}</List.Item>
            )}
          </List>
        </div>
      )}
      <span>{t('account:cannotBeUndone')}</span>
    </>
  );
};
