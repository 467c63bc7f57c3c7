import { ColorInput, Text } from '@mantine/core';
import { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import { brandColors } from '@tessera/proto/api/brand';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type Organization,
  useGetOrganizationQuery,
  useUpdateOrganizationMutation,
} from '../../api/organization/organizations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { untouched, useBefore, useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { BrandPreview } from './BrandPreview.tsx';

type BrandForm = { accentColor: string; form: string };

const formOf = ({ brandSettings }: Organization): BrandForm => ({
  accentColor: brandSettings.accentColor ?? '',
  form: '',
});

const fields = { 'brandSettings.accentColor': 'accentColor', brandSettings: 'accentColor' };
const suggestions = ['#0d6b65', '#1f4f9a', '#5b3df5', '#93295f', '#b3261e', '#c65a00', '#176534', '#1a1c1b'];

export const BrandPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useGetOrganizationQuery(organization.id);
  return (
    <QueryPage result={result} subject={t('settings:brand')}>
      {(profile) => (
        <>
          <PageHeader title={t('settings:brand')} description={t('settings:brandDescription')} />
          <EditBrand key={profile.id} profile={profile} />
        </>
      )}
    </QueryPage>
  );
};

const EditBrand = ({ profile }: { profile: Organization }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateOrganizationMutation();
  const form = useGuardedForm<BrandForm>({ initialValues: formOf(profile) });
  const [, setBefore] = useBefore(form, formOf(profile));
  const submit = form.onSubmit(async (values) => {
    const changes = { brandSettings: { accentColor: inFull(values.accentColor) || null } };
    const { errors } = checkRequest(OrganizationUpdate, changes, { fields });
    if (errors) return form.setErrors(errors);
    const { data, error } = await update({ id: profile.id, changes });
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    const kept = formOf(data);
    form.setValues(untouched(kept, values, form.getValues()));
    setBefore(kept);
    form.saved(kept);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  const accent = readColor(form.values.accentColor);
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
      isDirty={form.isDirty()}
    >
      <Section title={t('settings:accentColor')} description={t('settings:accentColorUse')}>
        <ColorInput
          label={t('settings:accentColor')}
          description={accent ? contrastNote(accent) : t('settings:accentColorNone')}
          placeholder="#0d6b65"
          format="hex"
          // Other text would vanish; it is refused on submission.
          fixOnBlur={false}
          swatches={suggestions}
          swatchesPerRow={8}
          eyeDropperButtonProps={{ 'aria-label': t('settings:colorFromScreen') }}
          {...form.getInputProps('accentColor')}
        />
        <Text size="sm" c="dimmed" mt="md">
          {t('settings:brandElsewhere')}{' '}
          <TextLink to={paths.settings(organization.slug)}>{t('settings:profile')}</TextLink>
        </Text>
      </Section>
      <Section title={t('settings:preview')} description={t('settings:previewDescription')}>
        <BrandPreview profile={profile} accent={accent} />
      </Section>
    </FormLayout>
  );
};

/** `#abc` as `#aabbcc`; other text as it is. */
const inFull = (typed: string): string =>
  typed.trim().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, '#$1$1$2$2$3$3');

/** Parses a hex color; null for other text. */
const readColor = (typed: string): string | null => {
  const color = inFull(typed);
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : null;
};

/** How the color is adjusted so that text on it, and text in it, is readable. */
const contrastNote = (accent: string): string => {
  const { onAccent, textOnLight, textOnDark } = brandColors(accent);
  if (onAccent === '#000000') return t('settings:colorIsLight');
  return textOnLight === accent && textOnDark === accent
    ? t('settings:colorIsFine')
    : t('settings:colorIsAdjusted');
};
