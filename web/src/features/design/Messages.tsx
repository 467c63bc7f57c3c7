import { Button, Tooltip } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { Refused } from '../../ui/pages/Refused.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { nothing } from './made-up.ts';
import { Columns, Row, State } from './States.tsx';

export const Messages = () => (
  <Section title="Messages" description="Nothing there, nothing to be had, and what happened.">
    <Columns>
      <State name="Nothing yet">
        <EmptyState
          icon={<IconReceipt size={22} />}
          title="No orders yet"
          level={3}
          action={<Button>Share a checkout</Button>}
        >
          Orders appear here as soon as somebody has paid.
        </EmptyState>
      </State>
      <State name="Nothing found">
        <EmptyState icon={<IconReceipt size={22} />} title="Nothing matches" level={3}>
          Try other filters.
        </EmptyState>
      </State>
      <State name="Failed">
        <ErrorState message="The server did not answer in time." onRetry={nothing} />
        <ErrorState message="This cannot be tried again." />
      </State>
      <State name="Refused form">
        <FormError message="The name is taken by another product." />
      </State>
      <State name="Refused part">
        <Refused>Only owners see what stands here.</Refused>
      </State>
      <State name="Notices">
        <Row>
          <Button variant="default" onClick={() => notifyDone('The product was saved.')}>
            Show a notice
          </Button>
          <Button variant="default" onClick={() => notifyFailed('The product could not be saved.')}>
            Show a failure
          </Button>
          <Tooltip label="It explains itself.">
            <Button variant="default">Explained</Button>
          </Tooltip>
        </Row>
      </State>
      <State name="Loading">
        <LoadingPage />
      </State>
    </Columns>
  </Section>
);
