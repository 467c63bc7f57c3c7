/** Additional user fields, of each kind, and values for them. */
export const additionalFields = {
  company: { type: 'string', required: true },
  age: { type: 'number' },
  isPartner: { type: 'boolean', defaultValue: false },
  since: { type: 'date' },
  joined: { type: 'date', input: false, defaultValue: 'now' },
  tags: { type: 'string[]' },
  scores: { type: 'number[]' },
  level: { type: 'string', input: false, defaultValue: 'basic' },
  note: { type: 'string', returned: false },
  badge: { type: 'string', unique: true },
} as const;

export const given = {
  company: 'Analytical Engines',
  age: 36,
  since: '2020-05-01T12:00:00+02:00',
  tags: ['founder'],
  scores: [1, 2.5],
  note: 'nobody’s business',
};
