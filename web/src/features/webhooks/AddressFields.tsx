import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import type { ChangeEvent } from 'react';
import { t } from '../../i18n/t.ts';
import { Choice } from '../../ui/forms/Choice.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { type EndpointForm, formatNames, formatOfUrl } from './endpoint-form.ts';

/** The URL and format of messages; the URL of a chat service selects its format. */
export const AddressFields = ({ form }: { form: UseFormReturnType<EndpointForm> }) => {
  const { onChange, ...url } = form.getInputProps('url');
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const [before, now] = [formatOfUrl(form.values.url), formatOfUrl(event.currentTarget.value)];
    if (now !== before) form.setFieldValue('format', now ?? 'raw');
    onChange(event);
  };
  const { format } = form.values;
  return (
    <>
      <TextInput
        label="URL"
        type="url"
        placeholder="https://example.com/webhooks"
        autoComplete="off"
        {...url}
        onChange={change}
      />
      <Choice
        label={t('webhooks:format')}
        note={t(format === 'raw' ? 'webhooks:rawNote' : 'webhooks:chatNote')}
      >
        <Segments
          label={t('webhooks:format')}
          choices={WebhookFormat.options.map((value) => ({ value, label: formatNames()[value] }))}
          value={format}
          onChange={(next) => form.setFieldValue('format', next)}
        />
      </Choice>
    </>
  );
};
