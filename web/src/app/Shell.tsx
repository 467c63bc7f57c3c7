import { ActionIcon, Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { Wordmark } from '../design/Mark.tsx';
import { paths } from '../paths.ts';
import { useFocusOnNewPage } from './focus-on-new-page.ts';
import { Navigation } from './Navigation.tsx';
import { OrganizationSwitcher } from './OrganizationSwitcher.tsx';
import { SchemeMenu } from './SchemeMenu.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

/** The frame of every page of an organization: navigation beside it, or behind a button on a phone. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const [isNavigationOpen, navigation] = useDisclosure(false);
  const main = useFocusOnNewPage();
  const isLoading = useNavigation().state === 'loading';
  const sidebar = (
    <>
      <OrganizationSwitcher onSwitch={navigation.close} />
      <Navigation slug={organization.slug} onFollow={navigation.close} />
    </>
  );
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div aria-live="polite" className={classes.live}>
        {isLoading && (
          <div className={classes.progress}>
            <VisuallyHidden>Loading page</VisuallyHidden>
          </div>
        )}
      </div>
      <aside className={classes.aside}>
        <Link to={paths.overview(organization.slug)} className={classes.brand}>
          <Wordmark />
        </Link>
        {sidebar}
      </aside>
      <Drawer
        opened={isNavigationOpen}
        onClose={navigation.close}
        size={288}
        title={<Wordmark />}
        closeButtonProps={{ 'aria-label': 'Close navigation' }}
      >
        {sidebar}
      </Drawer>
      <div className={classes.column}>
        <Header slug={organization.slug} isNavigationOpen={isNavigationOpen} onOpen={navigation.open} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
    </div>
  );
};

type HeaderProps = { slug: string; isNavigationOpen: boolean; onOpen: () => void };

const Header = ({ slug, isNavigationOpen, onOpen }: HeaderProps) => (
  <header className={classes.header}>
    <ActionIcon
      className={classes.burger}
      variant="subtle"
      color="gray"
      size="lg"
      onClick={onOpen}
      aria-label="Open navigation"
      aria-expanded={isNavigationOpen}
    >
      <IconMenu2 size={20} aria-hidden />
    </ActionIcon>
    <Link to={paths.overview(slug)} className={classes.phoneBrand}>
      <Wordmark />
    </Link>
    <div className={classes.tools}>
      <SchemeMenu />
      <UserMenu />
    </div>
  </header>
);
