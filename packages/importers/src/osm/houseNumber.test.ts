import { expect, test } from 'vitest';
import { type HouseNumberStyle, parseHouseNumbers, USUAL_STYLE } from './houseNumber.ts';

const AUSTRALIA: HouseNumberStyle = { slash: 'unit', hyphen: 'range' };
const HAWAII: HouseNumberStyle = { slash: 'number', hyphen: 'number' };

function read(text: string, style = USUAL_STYLE, street = 'Main Street'): string[] {
  return parseHouseNumbers(text, street, style).map(({ number, numberLast, unit }) =>
    [number, numberLast && `to ${numberLast}`, unit && `unit ${unit}`].filter(Boolean).join(' '),
  );
}

test.each<[string, string[]]>([
  ['12', ['12']],
  [' 12 ', ['12']],
  ['24.0', ['24']],
  ['24,0', ['24']],
  ['12.1', ['12.1']],
  ['No. 12', ['12']],
  ['No:12', ['12']],
  ['№ 12', ['12']],
  ['Nr.12a', ['12A']],
  ['n° 12', ['12']],
  ['#12', ['12']],
  ['12/A', ['12/A']],
  ['١٢', ['١٢']],
  ['12a', ['12A']],
  ['12 A', ['12A']],
  ['10-14', ['10 to 14']],
  ['7 - 9', ['7 to 9']],
  ['21-21A', ['21 to 21A']],
  ['16-30a', ['16 to 30A']],
  ['10–14', ['10 to 14']],
  ['12;14', ['12', '14']],
  ['1, 3', ['1', '3']],
  ['1 & 3', ['1', '3']],
  ['76, 76a, 76b', ['76', '76A', '76B']],
  ['1-3;7', ['1 to 3', '7']],
  ['601-4', ['601-4']],
  ['94-790', ['94-790']],
  ['37 1/2', ['37 1/2']],
  ['132 ½', ['132 1/2']],
  ['10 bis', ['10 bis']],
  ['541 REAR-A', ['541 REAR-A']],
  ['W350N5337', ['W350N5337']],
  ['6N23', ['6N23']],
  ['5C226', ['5C226']],
  ['12/14', ['12/14']],
  ['142 Suite 401', ['142 unit Suite 401']],
  ['248 Ste. 307', ['248 unit Ste. 307']],
  ['Shop 7, 168', ['168 unit Shop 7']],
  ['389 level 4', ['389 unit level 4']],
  ['1450 #5510', ['1450 unit #5510']],
  ['66-250 Suite G-120', ['66-250 unit Suite G-120']],
  ['Suite G170 66-250', ['66-250 unit Suite G170']],
  ['km. 22', ['km. 22']],
  ['A1', ['A1']],
  ['yes', []],
  ['no', []],
  ['?', []],
  ['s/n', []],
  ['0', []],
  ['', []],
  [' ; ', []],
  ['0;5', ['5']],
])('%j', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['24/31', ['31 unit 24']],
  ['38/133-145', ['133 to 145 unit 38']],
  ['B2/70', ['70 unit B2']],
  ['Level 13/50', ['50 unit Level 13']],
  ['suite 7-8/68', ['68 unit suite 7-8']],
  ['1/135', ['135 unit 1']],
  ['1b/135', ['135 unit 1b']],
  ['15 1/2', ['15 1/2']],
])('%j in Australia', (text, expected) => {
  expect(read(text, AUSTRALIA)).toEqual(expected);
});

test('a hyphen within a Hawaiian number', () => {
  expect(read('66-90', HAWAII)).toEqual(['66-90']);
});

test('the name of the street in the number is left out', () => {
  expect(read('225 Varick', USUAL_STYLE, 'Varick Street')).toEqual(['225']);
  expect(read('225 Varick', USUAL_STYLE, 'Canal Street')).toEqual(['225 Varick']);
});
