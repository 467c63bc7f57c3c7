import { type Grant, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { Pager, usePaged } from '../ui/Pager.tsx';
import { Empty, Shown } from '../ui/State.tsx';
import { Account } from './Account.tsx';
import classes from './Benefits.module.css';
import { Credits } from './Credits.tsx';
import { Files } from './Files.tsx';
import { Keys } from './Keys.tsx';
import { Note } from './Note.tsx';

type Props = {
  /** Filter by order or subscription; all without one. */
  query?: string;
  whenNone: string;
};

/** The customer's benefits, each with its actions. */
export const BenefitList = ({ query = '', whenNone }: Props) => {
  const { asked, pager } = usePaged<Grant>((page) => routes.grants(`${query}&one_per_benefit=true&${page}`));
  return (
    <Shown asked={asked}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty text={whenNone} />
        ) : (
          <>
            <ul className={classes.list}>
              {items.map((grant) => (
                <Benefit key={grant.id} grant={grant} />
              ))}
            </ul>
            <Pager {...pager} />
          </>
        )
      }
    </Shown>
  );
};

const Benefit = ({ grant }: { grant: Grant }) => (
  <li className={classes.benefit}>
    <h3 className={classes.name} dir="auto">
      {grant.benefit.description}
    </h3>
    <p className={classes.kind}>{t(`benefit.kind.${grant.benefit.type}`)}</p>
    <Use grant={grant} />
  </li>
);

const Use = ({ grant }: { grant: Grant }) => {
  const { benefit } = grant;
  // Accounts are connected before the grant; everything else is pending.
  if (benefit.type === 'discord' || benefit.type === 'github_repository')
    return <Account grant={grant} benefit={benefit} />;
  if (!grant.isGranted) return <p className={classes.later}>{t('benefit.preparing')}</p>;
  switch (benefit.type) {
    case 'custom':
      return <Note note={benefit.properties.note} />;
    case 'downloadables':
      return <Files benefitId={benefit.id} />;
    case 'license_keys':
      return <Keys grant={grant} />;
    case 'meter_credit':
      return <Credits units={benefit.properties.units} />;
  }
};
