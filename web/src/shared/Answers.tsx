import { useCurrentOrganization } from '../api/current-organization.ts';
import { useListCustomFieldsQuery } from '../api/custom-fields.ts';
import { readerLocale } from '../i18n/start.ts';
import { t } from '../i18n/t.ts';
import { Details } from '../ui/Details.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './Answers.module.css';
import { describeAnswer } from './describe/answers.ts';

type Props = { answers: Record<string, string | number | boolean | null> };

/** What the buyer answered to custom fields; nothing where nothing was answered. */
export const Answers = ({ answers }: Props) =>
  Object.values(answers).every((answer) => answer === null) ? null : <Answered answers={answers} />;

/** As many as an organization is likely to have; the list endpoint gives no more at once. */
const limit = 100;

const Answered = ({ answers }: Props) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListCustomFieldsQuery({ organizationId: organization.id, limit });
  // A field may be deleted since: its slug is what is left of its name.
  const fieldOf = (slug: string) => data?.items.find((field) => field.slug === slug);
  const items = Object.entries(answers).flatMap(([slug, answer]) => {
    if (answer === null) return [];
    const field = fieldOf(slug);
    return [{ name: field?.name ?? slug, answer: describeAnswer(answer, field) }];
  });
  return (
    <Section title={t('shared:answers')}>
      <Details
        items={items
          .toSorted((one, other) => one.name.localeCompare(other.name, readerLocale()))
          .map(({ name, answer }) => [
            name,
            <span key={name} className={classes.answer}>
              {answer}
            </span>,
          ])}
      />
    </Section>
  );
};
