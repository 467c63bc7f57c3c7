import { Anchor, Checkbox, Group, Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './EventChoice.module.css';
import { eventGroups } from './endpoint-form.ts';

type Props = { value?: string[]; onChange: (events: string[]) => void; error?: ReactNode };

/** The events that an endpoint subscribes to, grouped by subject. */
export const EventChoice = ({ value = [], onChange, error }: Props) => {
  const errorId = `${useId()}-error`;
  const groups = eventGroups();
  const all = groups.flatMap(({ events }) => events as string[]);
  return (
    <Checkbox.Group value={value} onChange={onChange} aria-label={t('webhooks:events')}>
      <Group justify="space-between" mb="xs">
        <span className={classes.count}>
          {t('webhooks:ofChosen', { count: value.length, all: all.length })}
        </span>
        <Group gap="sm">
          <Anchor component="button" type="button" size="sm" mih={24} onClick={() => onChange(all)}>
            {t('webhooks:chooseAll')}
          </Anchor>
          <Anchor component="button" type="button" size="sm" mih={24} onClick={() => onChange([])}>
            {t('webhooks:clear')}
          </Anchor>
        </Group>
      </Group>
      {error && (
        <Input.Error id={errorId} role="alert" mb="xs">
          {error}
        </Input.Error>
      )}
      <div className={classes.groups}>
        {groups.map(({ title, events }) => (
          <fieldset key={title} className={classes.group}>
            <legend className={classes.title}>{title}</legend>
            {events.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={event}
                size="xs"
                aria-invalid={Boolean(error)}
                aria-describedby={error ? errorId : undefined}
                classNames={{ label: classes.event }}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
};
