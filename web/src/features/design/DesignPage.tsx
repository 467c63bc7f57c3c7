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

/** Every component in every state, for developers. `?show=card`: the component that is a whole page of its own. */
export const DesignPage = () => {
  const [parameters] = useSearchParams();
  if (parameters.get('show') === 'card')
    return (
      <CardPage title="Join Northwind" lead="Ada Lovelace has invited you to work with them.">
        <StatusBadge tone="info">Member</StatusBadge>
      </CardPage>
    );
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
        <Colours />
        <Values />
        <Buttons />
        <Fields />
        <Forms />
        <BuyersViews />
        <Uploads />
        <Messages />
        <Dialogs />
        <Charts />
        <Tables />
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
