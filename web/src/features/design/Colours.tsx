import { Wordmark } from '../../design/Mark.tsx';
import { hueOf, Initial } from '../../ui/display/Initial.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './DesignPage.module.css';
import { Row, State } from './States.tsx';

const grounds = ['ground', 'page', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'];
const meanings = ['accent', 'danger', 'success', 'warning', 'info', 'neutral'];
const hues = [0, 1, 2, 3, 4, 5, 6, 7];
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

export const Colours = () => (
  <Section title="Colours" description="Meanings, and hues for what has no picture.">
    <div className={classes.columns}>
      <State name="Grounds">
        <Swatches names={grounds} />
      </State>
      <State name="Meanings">
        <Swatches names={meanings.map((meaning) => `${meaning}-surface`)} />
      </State>
      <State name="Initials, in eight hues">
        <Row>
          {hues.map((hue) => (
            <Initial key={hue} name={letters.find((letter) => hueOf(letter) === hue) ?? '?'} />
          ))}
        </Row>
      </State>
      <State name="Initials, round">
        <Row>
          {hues.map((hue) => (
            <Initial key={hue} isRound name={letters.find((letter) => hueOf(letter) === hue) ?? '?'} />
          ))}
          <Initial isRound name="" />
        </Row>
      </State>
      <State name="Mark">
        <Wordmark />
      </State>
    </div>
  </Section>
);

const Swatches = ({ names }: { names: string[] }) => (
  <ul className={classes.swatches}>
    {names.map((name) => (
      <li key={name} className={classes.swatch}>
        <span className={classes.patch} style={{ background: `var(--${name})` }} />
        {name}
      </li>
    ))}
  </ul>
);
