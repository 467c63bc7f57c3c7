import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { customerCreated } from '@tessera/proto/events/billing';
import { encodeMessage } from './encode.ts';

describe('encodeMessage', () => {
  const { schema } = customerCreated;
  const messageOf = (snapshot: string) =>
    create(schema, { customerId: 'one', organizationId: 'two', snapshot });

  it.each([
    ['none', ''],
    ['a short text', '{"name":"Zoë"}'],
    ['a long text', JSON.stringify({ name: 'x'.repeat(5_000) })],
    ['a long text of other scripts', '日本語 Zoë 🎟️'.repeat(900)],
    ['a long text with half a character', `${'x'.repeat(2_000)}\ud83c!`],
  ])('is read as what the library encodes: %s', (_, snapshot) => {
    const message = messageOf(snapshot);
    expect(fromBinary(schema, encodeMessage(schema, message))).toEqual(
      fromBinary(schema, toBinary(schema, message)),
    );
    expect(message.snapshot).toBe(snapshot);
  });
});
