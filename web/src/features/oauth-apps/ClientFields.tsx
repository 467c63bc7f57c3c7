import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { RightsField } from '../../shared/rights/RightsField.tsx';
import { profileGroup, rightGroups } from '../../shared/rights/rights.ts';
import { Choice } from '../../ui/forms/Choice.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { ClientForm } from './client-form.ts';

type Props = {
  form: UseFormReturnType<ClientForm>;
  /** The current kind of an existing app. */
  present?: ClientForm['kind'];
};

/** The fields of an app, and the scopes that it may request. */
export const ClientFields = ({ form, present }: Props) => (
  <>
    <Section title={t('oauth-apps:app')}>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          description={t('oauth-apps:whatPeopleRead')}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('oauth-apps:redirectUris')}
          description={t('oauth-apps:redirectUrisNote')}
          placeholder="https://example.com/callback"
          autosize
          minRows={2}
          spellCheck={false}
          autoCapitalize="none"
          dir="ltr"
          {...form.getInputProps('redirectUris')}
        />
        <Kind form={form} present={present} />
        <Subject form={form} />
      </Stack>
    </Section>
    <Section title={t('oauth-apps:rights')} description={t('oauth-apps:theMostThatItMay')}>
      <Stack gap="md">
        <RightsField
          label={t('oauth-apps:whatItMayAskFor')}
          groups={[profileGroup(), ...rightGroups()]}
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        />
        <FormError message={form.errors['scopes']} />
      </Stack>
    </Section>
    <Section title={t('oauth-apps:links')} description={t('oauth-apps:linksNote')}>
      <Stack gap="md">
        <Link form={form} name="clientUri" label={t('oauth-apps:site')} />
        <Link form={form} name="logoUri" label={t('oauth-apps:logo')} note={t('oauth-apps:logoNote')} />
        <Link form={form} name="tosUri" label={t('oauth-apps:terms')} />
        <Link form={form} name="policyUri" label={t('oauth-apps:privacy')} />
      </Stack>
    </Section>
  </>
);

const Kind = ({ form, present }: Props) => {
  const { kind } = form.values;
  const isChanging = present !== undefined && kind !== present;
  const note = kind === 'public' ? t('oauth-apps:publicNote') : t('oauth-apps:confidentialNote');
  const change = kind === 'public' ? t('oauth-apps:secretEnds') : t('oauth-apps:secretComes');
  return (
    <Choice label={t('oauth-apps:kind')} note={isChanging ? `${note} ${change}` : note}>
      <Segments
        label={t('oauth-apps:kind')}
        choices={[
          { value: 'confidential', label: t('oauth-apps:confidential') },
          { value: 'public', label: t('oauth-apps:public') },
        ]}
        value={kind}
        onChange={(next) => form.setFieldValue('kind', next)}
      />
    </Choice>
  );
};

const Subject = ({ form }: Props) => (
  <Choice label={t('oauth-apps:actsFor')} note={t('oauth-apps:actsForNote')}>
    <Segments
      label={t('oauth-apps:actsFor')}
      choices={[
        { value: 'user', label: t('oauth-apps:user') },
        { value: 'organization', label: t('oauth-apps:organization') },
      ]}
      value={form.values.subType}
      onChange={(next) => form.setFieldValue('subType', next)}
    />
  </Choice>
);

type LinkProps = Pick<Props, 'form'> & {
  name: 'clientUri' | 'logoUri' | 'tosUri' | 'policyUri';
  label: string;
  note?: string;
};

const Link = ({ form, name, label, note }: LinkProps) => (
  <TextInput
    label={label}
    description={note}
    type="url"
    placeholder="https://"
    autoComplete="off"
    {...form.getInputProps(name)}
  />
);
