/** Encodes events. */
import {
  type DescField,
  type DescMessage,
  type MessageShape,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Characters from which a text is encoded apart. */
const longText = 1_024;

/**
 * Returns a message in binary, as `toBinary` of the library, with long texts of the message itself (snapshots) at its end.
 * The library reserves three bytes per character, rounds up to a power of two and has it filled with zeros: sixteen
 * kilobytes for a snapshot of four, which also count toward the next garbage collection.
 */
export const encodeMessage = <Schema extends DescMessage>(
  schema: Schema,
  message: MessageShape<Schema>,
): Buffer => {
  const values = message as Record<string, unknown>;
  const long = schema.fields.flatMap((field) => {
    const text = values[field.localName];
    return isText(field) && typeof text === 'string' && text.length >= longText ? [{ field, text }] : [];
  });
  if (long.length === 0) return Buffer.from(toBinary(schema, message));
  const rest = Object.assign(
    Object.create(Object.getPrototypeOf(message) as object) as typeof message,
    message,
  );
  for (const { field } of long) (rest as Record<string, unknown>)[field.localName] = '';
  return Buffer.concat([
    toBinary(schema, rest),
    ...long.flatMap(({ field, text }) => {
      const bytes = Buffer.from(text);
      const head = new BinaryWriter().tag(field.number, WireType.LengthDelimited).uint32(bytes.length);
      return [head.finish(), bytes];
    }),
  ]);
};

const isText = (field: DescField): boolean =>
  field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING && field.oneof === undefined;
