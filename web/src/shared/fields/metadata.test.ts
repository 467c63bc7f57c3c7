import '../../test/english.ts';
import { changedMetadata, entriesOf, metadataMistakes, newEntry } from './metadata.ts';

describe('metadata of a form', () => {
  it('is sent only where somebody touched it', () => {
    const before = { plan: 'pro', seats: 3, isTrial: false };
    expect(changedMetadata(entriesOf(before), before)).toEqual({});
    const more = [...entriesOf(before), newEntry(), newEntry({ name: ' crm ', value: '7' })];
    expect(changedMetadata(more, before)).toEqual({ metadata: { ...before, crm: '7' } });
    expect(changedMetadata([], before)).toEqual({ metadata: {} });
  });

  it('is refused where a row would be lost without a word', () => {
    expect(metadataMistakes([newEntry(), ...entriesOf({ seats: 0, isTrial: false })])).toEqual({});
    expect(metadataMistakes([newEntry({ name: 'plan', value: '' })])).toEqual({
      metadata: 'Give each key a value, or remove it.',
    });
    expect(metadataMistakes([newEntry({ name: '', value: 'pro' })])).toEqual({
      metadata: 'Give each key a value, or remove it.',
    });
    const twice = [newEntry({ name: 'plan', value: 'a' }), newEntry({ name: ' plan', value: 'b' })];
    expect(metadataMistakes(twice)).toEqual({ metadata: 'Each key can be used only once.' });
  });
});
