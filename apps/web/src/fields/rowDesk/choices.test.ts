import { expect, it } from 'vitest';
import { choicesIn, choicesText, type RowsOfDataset, withRoleOf } from './choices.ts';

const rows: RowsOfDataset = {
  dataset: 'ds_1',
  roles: { Parking: 'leftOut' },
  leaveOut: [39],
  merge: [[3, 37]],
  cells: [{ row: 12, column: 'Sales', value: '105 T€' }],
  faults: 'leave_out',
};

it('what is said of rows goes through an address, and back', () => {
  const { dataset: _, ...said } = rows;
  expect(choicesIn(choicesText(rows))).toEqual(said);
  expect(choicesText({ dataset: 'ds_1' })).toBeNull();
  expect(choicesText({ dataset: 'ds_1', leaveOut: Array.from({ length: 2000 }, (_, i) => i) })).toBeNull();
});

it.each([
  null,
  '',
  '[',
  '7',
  'null',
  '"a"',
  '{"leaveOut":5}',
  '{"merge":{}}',
  '{"roles":7}',
  '{"roles":null}',
  '{"faults":1}',
])('an address that says %s of rows says nothing', (text) => expect(choicesIn(text)).toEqual({}));

it('a role that is taken back leaves nothing behind', () => {
  const without = withRoleOf(rows, 'Parking', null);
  expect(without).not.toHaveProperty('roles');
  expect(withRoleOf(without, 'Number', 'attribute').roles).toEqual({ Number: 'attribute' });
});
