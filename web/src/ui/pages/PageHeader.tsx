import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { CopyText } from '../display/CopyText.tsx';
import classes from './PageHeader.module.css';
import { PageTitle } from './PageTitle.tsx';
import { type Parent, ParentLink } from './ParentLink.tsx';

type Props = {
  title: string;
  /** The tab's title, where several pages share a heading. */
  tab?: string | undefined;
  description?: ReactNode;
  /** The list that this page belongs to. */
  parent?: Parent;
  /** Beside the title: a state. */
  badge?: ReactNode;
  /** The API's id of the thing; copied on click. */
  id?: string;
  actions?: ReactNode;
};

/** The top of every page: an h1, a link to the parent, actions. Also sets the browser tab's title. */
export const PageHeader = ({ title, tab = title, description, parent, badge, id, actions }: Props) => (
  <header className={classes.header}>
    <PageTitle>{tab}</PageTitle>
    {parent && <ParentLink {...parent} />}
    <div className={classes.row}>
      <div className={classes.words}>
        <div className={classes.titleRow}>
          <h1 className={classes.title} dir="auto">
            {title}
          </h1>
          {badge}
        </div>
        {description && <p className={classes.description}>{description}</p>}
        {id && (
          <p className={classes.id}>
            <CopyText label={t('ui:id')} value={id} />
          </p>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  </header>
);
