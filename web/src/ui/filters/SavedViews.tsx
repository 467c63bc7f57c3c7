import { ActionIcon, Button, CloseButton, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './FilterChip.module.css';
import type { ListState } from './list-state.ts';
import { useViews, type View } from './views.ts';

type Props = { list: ListState; name: string };

/** Named combinations of filters and sorting, stored on this device. */
export const SavedViews = ({ list, name }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { views, save, remove } = useViews(name);
  const close = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('table:views')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBookmark size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.box}>
        {views.map((view) => (
          <div key={view.name} className={classes.choice}>
            <UnstyledButton
              fz="md"
              onClick={() => {
                list.choose(view.chosen);
                close();
              }}
            >
              {view.name}
            </UnstyledButton>
            <CloseButton
              size="xs"
              aria-label={t('table:removeView', { name: view.name })}
              onClick={() => remove(view.name)}
            />
          </div>
        ))}
        <SaveView
          chosen={list.chosen()}
          onSave={(view) => {
            save(view);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};

const SaveView = ({ chosen, onSave }: { chosen: string; onSave: (view: View) => void }) => {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    onSave({ name: typed.trim(), chosen });
    setTyped('');
  };
  return (
    <form className={classes.own} onSubmit={submit}>
      <TextInput
        size="xs"
        label={t('table:saveView')}
        placeholder={t('table:viewName')}
        maxLength={40}
        value={typed}
        description={chosen === '' ? t('table:noViews') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={chosen === ''}>
        {t('table:save')}
      </Button>
    </form>
  );
};
