import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { CreateButton, GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { LoadedMenu } from '../../ui/menus/LoadedMenu.tsx';
import { type LoadedMenuProps, lazyMenu, MenuButton } from '../../ui/menus/MenuButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { TabLinks } from '../../ui/pages/TabLinks.tsx';
import { ExportLink } from '../../ui/table/ExportLink.tsx';
import classes from './DesignPage.module.css';
import { Columns, Row, State } from './States.tsx';

const Entries = (props: LoadedMenuProps) => (
  <LoadedMenu {...props} position="bottom-start">
    <Menu.Label>Product</Menu.Label>
    <Menu.Item leftSection={<IconPlus size={16} aria-hidden />}>Duplicate</Menu.Item>
    <Menu.Item disabled>Restore</Menu.Item>
    <Menu.Item color="danger" leftSection={<IconTrash size={16} aria-hidden />}>
      Archive
    </Menu.Item>
  </LoadedMenu>
);
const entries = lazyMenu(() => Promise.resolve<ComponentType<LoadedMenuProps>>(Entries));

export const Buttons = () => (
  <Section title="Buttons and links" actions={<Button size="xs">In a head</Button>}>
    <Columns>
      <Kinds />
      <State name="Guarded">
        <Row>
          <GuardedButton refusal={null}>Open</GuardedButton>
          <GuardedButton refusal="Only owners may do this.">Refused</GuardedButton>
          <GuardedButton refusal={null} to="/dev/design" variant="default">
            As a link
          </GuardedButton>
          <CreateButton refusal={null}>New product</CreateButton>
        </Row>
      </State>
      <State name="Menu">
        <MenuButton label="Open the menu" className={classes.menu} menu={entries}>
          Menu
        </MenuButton>
      </State>
      <State name="Taking away">
        <Row>
          <CopyText label="number" value="NORTH-0042" />
          <ExportLink href="/dev/design" />
        </Row>
      </State>
      <State name="Copied from a field">
        <CopyField
          label="Checkout link"
          value="https://shop.example.com/checkout/a-long-secret-of-a-checkout"
        />
      </State>
      <State name="Tabs and links">
        <TabLinks
          label="Sections"
          tabs={[
            { label: 'Current', to: '/dev/design' },
            { label: 'Another', to: '/dev/other' },
          ]}
        />
        <TextLink to="/dev/design">A link within text</TextLink>
      </State>
    </Columns>
  </Section>
);

const variants = ['filled', 'default', 'light', 'subtle'];

const Kinds = () => (
  <>
    {variants.map((variant) => (
      <State key={variant} name={variant}>
        <Row>
          <Button variant={variant}>Usual</Button>
          <Button variant={variant} color="danger">
            Danger
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} loading>
            Busy
          </Button>
        </Row>
      </State>
    ))}
    <State name="Sizes and icons">
      <Row>
        <Button size="xs">Small</Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>With icon</Button>
        <ActionIcon variant="default" size={32} aria-label="Add">
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Delete">
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Row>
    </State>
  </>
);
