import { Fragment } from 'react';

/** An address that breaks after its @ where it must, and not within a word. */
export const EmailAddress = ({ children }: { children: string }) =>
  children.split(/(?<=@)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
