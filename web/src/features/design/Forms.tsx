import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AskedFields } from '../../shared/fields/AskedFields.tsx';
import { MetadataFields } from '../../shared/fields/MetadataFields.tsx';
import { MetadataInput, MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { entriesOf } from '../../shared/fields/metadata.ts';
import { addressForm, PostalAddress } from '../../shared/fields/PostalAddress.tsx';
import { RoleField } from '../../shared/fields/RoleField.tsx';
import { SlugField } from '../../shared/fields/SlugField.tsx';
import { useAnswers } from '../../shared/fields/use-answers.ts';
import { RightsField } from '../../shared/rights/RightsField.tsx';
import { RightsList } from '../../shared/rights/RightsList.tsx';
import { profileGroup, rightGroups } from '../../shared/rights/rights.ts';
import { ShareLink } from '../../shared/ShareLink.tsx';
import { FieldRow } from '../../ui/forms/FieldRow.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { LanguageSelect } from '../../ui/forms/LanguageSelect.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { nothing } from './made-up.ts';
import { Columns, State } from './States.tsx';

export const Forms = () => (
  <>
    <Section title="Fields of the product">
      <Columns>
        <State name="Address of an organization">
          <Stack>
            <SlugField label="Address" value="northwind" error={null} isOurs onChange={nothing} />
            <SlugField label="Taken address" value="acme" error="It is taken." isOurs onChange={nothing} />
          </Stack>
        </State>
        <Roles />
        <Rights />
        <Metadata />
        <Asked />
        <PostalAddresses />
        <State name="One of several alike">
          <FieldRow label="Tier 1">
            <TextInput flex={1} label="Up to (units)" defaultValue="1000" />
            <TextInput flex={1} label="Price per unit" defaultValue="0.002" />
          </FieldRow>
        </State>
        <State name="Sharing">
          <ShareLink url="https://shop.example.com/checkout/link" />
        </State>
        <State name="Language">
          <LanguageSelect />
        </State>
      </Columns>
    </Section>
    <MetadataOfForms />
    <FormLayout
      onSubmit={(event) => event.preventDefault()}
      error="The name is taken by another product."
      submitLabel="Save"
      isBusy={false}
      onCancel={nothing}
      isDirty
      aside={<Text c="dimmed">What the form makes stands beside it.</Text>}
    >
      <Section title="Form" description="With something unsaved, and refused.">
        <TextInput label="Product" defaultValue="Atlas Pro" error="It is taken." />
      </Section>
    </FormLayout>
    <FormLayout
      onSubmit={(event) => event.preventDefault()}
      error={null}
      submitLabel="Create"
      isBusy={false}
      refusal="Only owners may do this."
    >
      <Section title="Form of others">
        <TextInput label="Customer" defaultValue="Grace Hopper" disabled />
      </Section>
    </FormLayout>
  </>
);

const roles = [
  { value: 'owner', label: 'Owner', meaning: 'May do everything.', isDisabled: true },
  { value: 'admin', label: 'Admin', meaning: 'May do all but delete the organization.' },
  { value: 'member', label: 'Member', meaning: 'May look at everything.' },
];

const Roles = () => {
  const [one, setOne] = useState('admin');
  const [several, setSeveral] = useState('admin,member');
  return (
    <State name="Roles">
      <Stack>
        <RoleField choices={roles} value={one} onChange={setOne} />
        <RoleField choices={roles} value={several} onChange={setSeveral} error="Choose one." />
      </Stack>
    </State>
  );
};

const Rights = () => {
  const [chosen, setChosen] = useState(['openid', 'license_keys:read']);
  return (
    <>
      <State name="Rights">
        <RightsField
          label="What it may do"
          groups={[profileGroup(), ...rightGroups().slice(0, 5)]}
          value={chosen}
          onChange={setChosen}
        />
      </State>
      <State name="Rights of an app">
        <RightsList subType="user" scopes={['openid', 'email', 'custom_fields:read', 'license_keys:write']} />
      </State>
    </>
  );
};

const Metadata = () => {
  const [entries, setEntries] = useState(() => entriesOf({ campaign: 'spring', seats: 3 }));
  return (
    <State name="Metadata">
      <MetadataFields entries={entries} error="Two keys are the same." onChange={setEntries} />
    </State>
  );
};

const MetadataOfForms = () => {
  const form = useForm({ initialValues: { metadata: entriesOf({ campaign: 'spring' }) } });
  return (
    <>
      <MetadataSection form={form} description="As a section of a form." />
      <Section title="Among the inputs of a dialog">
        <MetadataInput form={form} />
      </Section>
    </>
  );
};

const Asked = () => {
  const { props } = useAnswers(
    [
      { name: 'company', type: 'string' },
      { name: 'seats', type: 'number' },
      { name: 'since', type: 'date' },
      { name: 'tags', type: 'string[]' },
      { name: 'isCharity', type: 'boolean' },
    ],
    {},
  );
  return (
    <State name="Asked at sign-up">
      <Stack>
        <AskedFields {...props} errors={{ company: 'Say which.' }} />
      </Stack>
    </State>
  );
};

const PostalAddresses = () => {
  const form = useForm({ initialValues: { ...addressForm(null), country: 'US' } });
  return (
    <State name="Postal address">
      <Stack>
        <PostalAddress form={form} />
      </Stack>
    </State>
  );
};
