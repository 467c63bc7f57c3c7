import { Anchor, Checkbox, Group } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import classes from './RightsField.module.css';
import type { RightGroup } from './rights.ts';

type Props = {
  label: string;
  groups: RightGroup[];
  value?: string[];
  onChange: (rights: string[]) => void;
};

/** Selects rights: one by one, by area, or many at once. */
export const RightsField = ({ label, groups, value = [], onChange }: Props) => {
  const all = groups.flatMap(({ options }) => options.map(({ scope }) => scope));
  const looking = all.filter((scope) => !scope.endsWith(':write'));
  return (
    <Checkbox.Group value={value} onChange={onChange} label={label}>
      <Group gap="sm" mt="xs">
        <Pick label={t('rights:chooseAll')} onClick={() => onChange(all)} />
        <Pick label={t('rights:onlySee')} onClick={() => onChange(looking)} />
        <Pick label={t('rights:clear')} onClick={() => onChange([])} />
      </Group>
      <div className={classes.areas}>
        {groups.map(({ title, options }) => (
          <fieldset key={title} className={classes.area}>
            <legend className={classes.title}>{title}</legend>
            {options.map(({ scope, meaning }) => (
              <Checkbox key={scope} value={scope} label={meaning} size="xs" />
            ))}
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  );
};

const Pick = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Anchor component="button" type="button" size="sm" mih={24} onClick={onClick}>
    {label}
  </Anchor>
);
