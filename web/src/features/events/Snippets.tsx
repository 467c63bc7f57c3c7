import { Button, CopyButton, Tabs } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import classes from './Snippets.module.css';
import { snippetsOf } from './snippets.ts';

/** What to write into a program so that events come. */
export const Snippets = () => {
  const { organization } = useCurrentOrganization();
  const snippets = snippetsOf(window.location.origin);
  return (
    <>
      <p className={classes.note}>
        <Trans
          i18nKey="events:tokenNote"
          components={{ a: <TextLink to={paths.tokens(organization.slug)}>{null}</TextLink> }}
        />
      </p>
      <Tabs defaultValue={snippets[0]?.name} variant="outline">
        <Tabs.List aria-label={t('events:language')}>
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
    {/* Scrolled by the keyboard too. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached */}
    <pre tabIndex={0}>{code}</pre>
    <CopyButton value={code} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          className={classes.copy}
          variant="default"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? t('ui:copied') : t('events:copy')}
        </Button>
      )}
    </CopyButton>
  </div>
);
