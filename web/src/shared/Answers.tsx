import { useCurrentOrganization } from '../api/current-organization.ts';
import { useListCustomFieldsQuery } from '../api/custom-fields.ts';
import { readerLocale } from '../i18n/start.ts';
import { t } from '../i18n/t.ts';
import { Details } from '../ui/display/Details.tsx';
import { Section } from '../ui/pages/Section.tsx';
import classes from './Answers.module.css';
import { describeAnswer } from './describe/answers.ts';

type Props = { answers: Record<string, string | number | boolean | null> };

/** The buyer's answers to custom fields; nothing without answers. */
export const Answers = ({ answers }: Props) =>
  Object.values(answers).every((answer) => answer === null) ? null : <Answered answers={answers} />;

/** The maximum of the list endpoint, and more than organizations usually have. */
const limit = 100;

const Answered = ({ answers }: Props) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListCustomFieldsQuery({ organizationId: organization.id, limit });
  // A field may have been deleted: then its slug stands in for its name.
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
