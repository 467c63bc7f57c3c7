/** A seller's text with links for its web addresses; everything else is plain text. */
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
