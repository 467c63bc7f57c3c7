import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  IconDiscount2,
  IconFiles,
  IconForms,
  IconGauge,
  IconGift,
  IconKey,
  IconLink,
  IconPackage,
  IconReceipt,
  IconRefresh,
  IconSearch,
  IconShoppingCart,
  IconUser,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { useMovesClock } from '../../api/installation/clock-right.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { searchKey } from '../../i18n/search-key.ts';
import { t } from '../../i18n/t.ts';
import type { Command } from '../../shared/command.ts';
import { features } from '../features.ts';
import classes from './CommandPalette.module.css';
import { Results } from './Results.tsx';
import { type FoundItem, useFound } from './use-found.ts';

const commands = features.flatMap((feature) => feature.commands ?? []);

const groups = [
  { group: 'go', label: 'app:goTo' },
  { group: 'create', label: 'app:create' },
] as const;

/** The kinds of results, in display order. */
const kinds = [
  { kind: 'customers', icon: IconUser },
  { kind: 'orders', icon: IconReceipt },
  { kind: 'subscriptions', icon: IconRefresh },
  { kind: 'licenseKeys', icon: IconKey },
  { kind: 'checkouts', icon: IconShoppingCart },
  { kind: 'products', icon: IconPackage },
  { kind: 'discounts', icon: IconDiscount2 },
  { kind: 'checkoutLinks', icon: IconLink },
  { kind: 'benefits', icon: IconGift },
  { kind: 'meters', icon: IconGauge },
  { kind: 'customFields', icon: IconForms },
  { kind: 'files', icon: IconFiles },
] as const;

const fits = ({ label }: Command, words: string[]): boolean => {
  const text = searchKey(t(label));
  return words.every((word) => text.includes(word));
};

const [store, palette] = createSpotlight();

/** The library renders a field, boxes and buttons: ARIA roles tell how they belong together. */
const combobox = { role: 'combobox', 'aria-expanded': true, 'aria-autocomplete': 'list' } as const;
const option = { role: 'option', 'aria-selected': false } as const;
const groupOf = (label: string) => ({ role: 'group', label, 'aria-label': label });

/** The library passes this to the scrolling element; only its types do not declare it. */
const scrolledByKeys = { viewportProps: { tabIndex: 0 } };

type Props = { isOpen: boolean; query: string; onQuery: (typed: string) => void; onClose: () => void };

/** Command palette: go to a page, create something, find customers, sales, products and the rest of the catalog. */
export const CommandPalette = ({ isOpen, query, onQuery, onClose }: Props) => {
  const resultsId = useId();
  useEffect(() => (isOpen ? palette.open() : palette.close()), [isOpen]);
  return (
    <Spotlight.Root
      store={store}
      onSpotlightClose={onClose}
      shortcut={null}
      query={query}
      onQueryChange={onQuery}
      scrollable
      maxHeight={420}
      size={620}
      // Keeps its place while the list below grows and shrinks.
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      transitionProps={{ duration: 100, transition: 'pop' }}
      classNames={{
        content: classes.content,
        search: classes.search,
        action: classes.action,
        actionDescription: classes.note,
      }}
      attributes={{ content: { 'aria-label': t('app:searchAndCommands') } }}
    >
      <Spotlight.Search
        placeholder={t('app:findSomething')}
        aria-label={t('app:searchAndCommands')}
        {...combobox}
        aria-controls={resultsId}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList {...scrolledByKeys}>
        <Actions resultsId={resultsId} query={query.trim()} onFollow={onClose} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
};

type ActionsProps = { resultsId: string; query: string; onFollow: () => void };

const Actions = ({ resultsId, query, onFollow }: ActionsProps) => {
  const { organization } = useCurrentOrganization();
  const navigate = useNavigate();
  const { found, isEmpty, isSearching, failure } = useFound(query);
  const words = searchKey(query).split(/\s+/).filter(Boolean);
  const follow = (to: string) => () => {
    onFollow();
    void navigate(to);
  };
  const hasClock = useMovesClock();
  const fitting = commands.filter((command) => fits(command, words) && (hasClock || !command.isOfClock));
  useFirstSelected(query, found, fitting.length);
  const isNothing = fitting.length === 0 && isEmpty && !isSearching && !failure;
  return (
    <>
      <Results id={resultsId} label={t('app:searchAndCommands')}>
        {kinds.map(({ kind, icon: Icon }) => (
          <Found
            key={kind}
            label={t(`app:${kind}`)}
            icon={<Icon size={17} aria-hidden />}
            items={found[kind].items}
            follow={follow}
          />
        ))}
        {groups.map(({ group, label }) => {
          const members = fitting.filter((command) => command.group === group);
          return (
            members.length > 0 && (
              <Spotlight.ActionsGroup key={group} {...groupOf(t(label))}>
                {members.map(({ label: name, icon: Icon, to }) => (
                  <Spotlight.Action
                    key={name}
                    {...option}
                    label={t(name)}
                    leftSection={<Icon size={17} aria-hidden />}
                    onClick={follow(to(organization.slug))}
                  />
                ))}
              </Spotlight.ActionsGroup>
            )
          );
        })}
      </Results>
      {isNothing && <Spotlight.Empty>{t('app:nothingFoundFor', { query })}</Spotlight.Empty>}
      {isSearching && <Spotlight.Empty>{t('app:searching')}</Spotlight.Empty>}
      {!isSearching && failure && <Spotlight.Empty role="alert">{describeFailure(failure)}</Spotlight.Empty>}
    </>
  );
};

/** Selects as the arrow keys do; the library does not expose this. */
const selectFirst = () => {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
};

/** Enter picks the first match: later results select the first again. */
const useFirstSelected = (query: string, found: ReturnType<typeof useFound>['found'], fitting: number) => {
  const ids = Object.values(found).flatMap(({ items }) => items.map(({ id }) => id));
  const listed = query === '' ? '' : [query, fitting, ...ids].join();
  useEffect(() => {
    if (listed !== '') selectFirst();
  }, [listed]);
};

type FoundProps = {
  label: string;
  icon: ReactNode;
  items: FoundItem[];
  follow: (to: string) => () => void;
};

const Found = ({ label, icon, items, follow }: FoundProps) =>
  items.length > 0 && (
    <Spotlight.ActionsGroup {...groupOf(label)}>
      {items.map(({ id, title, note, to }) => (
        <Spotlight.Action
          key={id}
          {...option}
          label={title}
          description={note}
          leftSection={icon}
          onClick={follow(to)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
