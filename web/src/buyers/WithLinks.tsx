/** A seller's text in which web addresses can be followed; everything else is text. */
export const WithLinks = ({ text }: { text: string }) => (
  <>
    {text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/).map((part, index) =>
      index % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
        <a key={index} href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </>
);
