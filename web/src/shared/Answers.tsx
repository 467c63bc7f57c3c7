import { useListCustomFieldsQuery } from '../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
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

/** The maximum of the list endpoint: of more answers than that, the others have slugs for names. */
const limit = 100;

const Answered = ({ answers }: Props) => {
  const { organization } = useCurrentOrganization();
  const given = Object.entries(answers).filter(([, answer]) => answer !== null);
  const slug = given.slice(0, limit).map(([name]) => name);
  const { data } = useListCustomFieldsQuery({ organizationId: organization.id, slug, limit });
  // A field may have been deleted: then its slug stands in for its name.
  const fieldOf = (name: string) => data?.items.find((field) => field.slug === name);
  const items = given.flatMap(([name, answer]) => {
    if (answer === null) return [];
    const field = fieldOf(name);
    return [{ name: field?.name ?? name, answer: describeAnswer(answer, field) }];
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
