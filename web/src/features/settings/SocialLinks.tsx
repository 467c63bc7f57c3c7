import { ActionIcon, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { newSocial, type ProfileFormReturn, platforms } from './profile-form.ts';
import classes from './SocialLinks.module.css';

type Props = { form: ProfileFormReturn; isReadOnly: boolean };

const maxLinks = 20;

/** Links to other platforms, each checked against the platform's own domain. */
export const SocialLinks = ({ form, isReadOnly }: Props) => {
  const { socials } = form.values;
  if (isReadOnly && socials.length === 0) return <Text c="dimmed">{t('settings:noLinks')}</Text>;
  return (
    <Stack gap="sm" align="flex-start">
      {socials.map(({ key }, index) => (
        <Link key={key} form={form} index={index} isReadOnly={isReadOnly} />
      ))}
      {!isReadOnly && socials.length < maxLinks && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('socials', newSocial())}
        >
          {t('settings:addALink')}
        </Button>
      )}
    </Stack>
  );
};

const Link = ({ form, index, isReadOnly }: Props & { index: number }) => (
  <div className={classes.link}>
    <Select
      aria-label={t('settings:platformOfLink', { number: index + 1 })}
      data={platforms()}
      allowDeselect={false}
      disabled={isReadOnly}
      className={classes.platform}
      {...form.getInputProps(`socials.${index}.platform`)}
    />
    <TextInput
      aria-label={t('settings:addressOfLink', { number: index + 1 })}
      type="url"
      placeholder="https://"
      disabled={isReadOnly}
      className={classes.address}
      {...form.getInputProps(`socials.${index}.url`)}
    />
    {!isReadOnly && (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('settings:removeLink', { number: index + 1 })}
        onClick={() => form.removeListItem('socials', index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </div>
);
