import { Button, Tabs } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListCustomersQuery } from '../../api/sales/customers.ts';
import { type Meter, useListMetersQuery } from '../../api/usage/meters.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Copying } from '../../ui/display/Copying.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { exampleOf } from './example.ts';
import classes from './Snippets.module.css';
import { snippetsOf } from './snippets.ts';

/** Code that sends events: of one of the seller's customers, for this meter or the newest one. */
export const Snippets = ({ meter }: { meter?: Meter }) => {
  const { organization } = useCurrentOrganization();
  const newest = { organizationId: organization.id, sorting: '-created_at', limit: 1 } as const;
  const meters = useListMetersQuery(newest, { skip: meter !== undefined });
  const customers = useListCustomersQuery(newest);
  const example = exampleOf(meter ?? meters.data?.items[0], customers.data?.items[0]);
  const snippets = snippetsOf(window.location.origin, example);
  return (
    <>
      <p className={classes.note}>
        <Trans
          i18nKey="shared:tokenNote"
          components={{ a: <TextLink to={paths.tokens(organization.slug)}>{null}</TextLink> }}
        />
      </p>
      <Tabs defaultValue={snippets[0]?.name} variant="outline">
        <Tabs.List aria-label={t('shared:programLanguage')}>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name}>
            <Code code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
};

const Code = ({ code }: { code: string }) => (
  <div className={classes.code}>
    <Copying value={code}>
      {({ copied, copy }) => (
        <Button
          className={classes.copy}
          variant="default"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? t('ui:copied') : t('shared:copySnippet')}
        </Button>
      )}
    </Copying>
    {/* Focusable, so that it can be scrolled by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
    <pre tabIndex={0}>{code}</pre>
  </div>
);
