import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { firstOrganizations, useSearchOrganizationsQuery } from '../../api/organization/organizations.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import { SearchField } from '../../ui/filters/SearchField.tsx';
import classes from './OrganizationChoice.module.css';

/** The user's first organizations as menu items. With more of them, a search. */
export const OrganizationChoice = () => {
  const { organization } = useCurrentOrganization();
  const [query, setQuery] = useState('');
  const { data, currentData } = useSearchOrganizationsQuery({ ...firstOrganizations, query });
  const found = data?.items ?? [];
  const isHere = found.some(({ id }) => id === organization.id);
  const shown = query === '' && !isHere ? [organization, ...found] : found;
  return (
    <>
      {(query !== '' || (data?.total ?? 0) > firstOrganizations.limit) && (
        <div className={classes.search}>
          <SearchField label={t('ui:findOrganization')} value={query} onSearch={setQuery} />
        </div>
      )}
      {currentData && shown.length === 0 && <Menu.Item disabled>{t('ui:noSuchOrganization')}</Menu.Item>}
      {shown.map(({ id, name, slug, logo }) => (
        <Menu.Item
          key={id}
          component={Link}
          to={paths.overview(slug)}
          leftSection={<Initial name={name} image={logo} />}
          rightSection={
            id === organization.id ? <IconCheck size={16} aria-label={t('ui:currentOrganization')} /> : null
          }
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
};
