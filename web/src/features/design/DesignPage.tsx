import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Buttons } from './Buttons.tsx';
import { BuyersViews } from './BuyersViews.tsx';
import { Charts } from './Charts.tsx';
import { Colours } from './Colours.tsx';
import classes from './DesignPage.module.css';
import { Dialogs } from './Dialogs.tsx';
import { Fields } from './Fields.tsx';
import { Forms } from './Forms.tsx';
import { Messages } from './Messages.tsx';
import { Tables } from './Tables.tsx';
import { Uploads } from './Uploads.tsx';
import { Values } from './Values.tsx';

const sections = {
  colours: Colours,
  values: Values,
  buttons: Buttons,
  fields: Fields,
  forms: Forms,
  buyers: BuyersViews,
  uploads: Uploads,
  messages: Messages,
  dialogs: Dialogs,
  charts: Charts,
  tables: Tables,
};

/**
 * Every component in every state, for developers. `?show=`: one section alone (`dialogs`), or `card`, the component that
 * is a whole page of its own.
 */
export const DesignPage = () => {
  const [parameters] = useSearchParams();
  const show = parameters.get('show');
  if (show === 'card')
    return (
      <CardPage title="Join Northwind" lead="Ada Lovelace has invited you to work with them.">
        <StatusBadge tone="info">Member</StatusBadge>
      </CardPage>
    );
  const shown = Object.entries(sections).filter(([name]) => show === null || name === show);
  return (
    <main className={classes.page}>
      <PageHeader
        title="Design"
        description="Every component in every state."
        parent={{ label: 'Overview', to: '/' }}
        badge={<StatusBadge tone="info">Development</StatusBadge>}
        actions={<Scheme />}
      />
      <Stacked>
        {shown.map(([name, Section]) => (
          <Section key={name} />
        ))}
      </Stacked>
    </main>
  );
};

const schemes = ['auto', 'light', 'dark'] as const;

const Scheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      aria-label="Colour scheme"
      data={[...schemes]}
      value={colorScheme}
      onChange={({ currentTarget: { value } }) =>
        setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')
      }
    />
  );
};
