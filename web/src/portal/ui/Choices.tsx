import type { ReactNode } from 'react';
import classes from './Choices.module.css';

type ChoicesProps = { legend: string; isHeld: boolean; children: ReactNode };

/** A radio group. */
export const Choices = ({ legend, isHeld, children }: ChoicesProps) => (
  <fieldset className={classes.choices} disabled={isHeld}>
    <legend dir="auto">{legend}</legend>
    {children}
  </fieldset>
);

type ChoiceProps = {
  name: string;
  label: string;
  /** At the end of the row: the price. */
  note?: string;
  isChosen: boolean;
  onChoose: () => void;
};

export const Choice = ({ name, label, note, isChosen, onChoose }: ChoiceProps) => (
  <label className={note === undefined ? classes.choice : classes.option}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span className={classes.label} dir="auto">
      {label}
    </span>
    {note !== undefined && <span className={classes.note}>{note}</span>}
  </label>
);
