import { Checkbox, NumberInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Choice } from '../../ui/forms/Choice.tsx';
import { PasswordField } from '../../ui/forms/PasswordField.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { TextField } from '../../ui/forms/TextField.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { nothing } from './made-up.ts';
import { Columns, State } from './States.tsx';

export const Fields = () => (
  <Section title="Inputs" description="Filled, explained, wrong, disabled.">
    <Columns>
      <State name="Text">
        <Stack>
          <TextInput label="Name" placeholder="Atlas Pro" description="Buyers see it." />
          <TextInput label="Filled" defaultValue="Atlas Pro" />
          <TextInput label="Wrong" defaultValue="ab" error="Needs at least 3 characters." />
          <TextInput label="Disabled" defaultValue="Atlas Pro" disabled />
        </Stack>
      </State>
      <State name="Long text, password, number">
        <Stack>
          <Textarea label="Description" defaultValue="What buyers get." />
          <Textarea label="Wrong description" defaultValue="?" error="Say more." />
          <PasswordField label="Password" defaultValue="correct horse" />
          <NumberInput label="Seats" defaultValue={3} />
        </Stack>
      </State>
      <Choices />
      <Native />
    </Columns>
  </Section>
);

const Choices = () => (
  <>
    <State name="Choices">
      <Stack>
        <Select label="Interval" data={['Monthly', 'Yearly']} defaultValue="Monthly" />
        <Select label="Wrong interval" data={['Monthly']} error="Choose one." />
        <Select label="Disabled interval" data={['Monthly']} defaultValue="Monthly" disabled />
        <Choice label="Billing" note="How often buyers are charged.">
          <Segments
            label="Billing"
            choices={['Once', 'Monthly', 'Yearly'].map((value) => ({ value, label: value }))}
            value="Monthly"
            onChange={() => undefined}
          />
        </Choice>
        <Choice label="Type of price" note="On a phone the device's own list.">
          <Segments
            label="Type of price"
            choices={['Fixed', 'Pay what you want', 'Free', 'Metered only'].map((value) => ({
              value,
              label: value,
            }))}
            value="Fixed"
            onChange={() => undefined}
          />
        </Choice>
      </Stack>
    </State>
    <State name="Boxes and switches">
      <Stack gap="sm">
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Unchecked" description="With what it means." />
        <Checkbox label="Undecided" indeterminate readOnly />
        <Checkbox label="Disabled box" disabled />
        <Checkbox label="Wrong" error="This has to be agreed to." />
        <Radio name="radio" label="Chosen" defaultChecked />
        <Radio name="radio" label="Not chosen" />
        <Radio name="other" label="Disabled radio" disabled />
        <Switch label="On" defaultChecked />
        <Switch label="Off" />
        <Switch label="Disabled switch" disabled />
      </Stack>
    </State>
  </>
);

/** Native fields of the pages with small bundles, such as sign-in. */
const Native = () => {
  const [value, setValue] = useState('ada@example.com');
  const field = { name: 'design', value, onChange: setValue, error: undefined };
  return (
    <State name="Of the page of signing in">
      <Stack>
        <TextField {...field} label="E-mail" hint="Where mails go." />
        <TextField {...field} label="Company" isOptional />
        <TextField {...field} label="Wrong e-mail" error="This is no address." />
        <TextField {...field} label="Not to be changed" onChange={nothing} isReadOnly />
      </Stack>
    </State>
  );
};
