import { Fragment } from 'react';

/** An e-mail address that can break after its @, and not within a word. */
export const EmailAddress = ({ children }: { children: string }) =>
  children.split(/(?<=@)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
