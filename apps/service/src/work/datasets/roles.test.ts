import { describe, expect, it } from 'vitest';
import { exchangedPlace, placeInCells } from './placeInCells.ts';
import { guessMapping } from './roles.ts';

describe('roles of columns', () => {
  it.each([
    [
      ['BOROUGH', 'ADDRESS', 'APARTMENT NUMBER', 'ZIP CODE'],
      { address: 'ADDRESS', unit: 'APARTMENT NUMBER', postcode: 'ZIP CODE' },
    ],
    [
      ['Store_ID', 'Store Name', 'Via', 'Civico', 'CAP', 'Città'],
      { id: 'Store_ID', name: 'Store Name', street: 'Via', number: 'Civico', postcode: 'CAP', locality: 'Città' },
    ],
    [
      ['Straße', 'Hausnummer', 'PLZ', 'Ort'],
      { street: 'Straße', number: 'Hausnummer', postcode: 'PLZ', locality: 'Ort' },
    ],
    [
      ['Nazwa', 'Ulica', 'Nr domu', 'Kod pocztowy', 'Miasto', 'Długość'],
      { name: 'Nazwa', street: 'Ulica', number: 'Nr domu', postcode: 'Kod pocztowy', locality: 'Miasto' },
    ],
    [
      ['Název', 'Ulice', 'Číslo popisné', 'PSČ', 'Město'],
      { name: 'Název', street: 'Ulice', number: 'Číslo popisné', postcode: 'PSČ', locality: 'Město' },
    ],
    [['Shop', 'GPS'], { name: 'Shop', coordinates: 'GPS' }],
    [['house_number', 'street', 'address'], { address: 'address' }],
    [['sales', 'year'], {}],
  ])('are guessed from the names %j', (columns, mapping) => {
    expect(guessMapping(columns, [])).toEqual(mapping);
  });

  it('coordinates must be some, too', () => {
    const degrees = [
      ['a', '40.1', '10,5'],
      ['b', '', ''],
    ];
    expect(guessMapping(['id', 'Latitude', 'lon'], degrees)).toEqual({ id: 'id', lat: 'Latitude', lng: 'lon' });
    expect(guessMapping(['id', 'y', 'x'], [['a', '4512345', '512345']])).toEqual({ id: 'id' });
    expect(guessMapping(['id', 'lat'], degrees)).toEqual({ id: 'id' });
  });

  it.each([
    ['40.5', '10.5', 'given'],
    [' -90 ', '+180', 'given'],
    ['40,5', '1e1', 'given'],
    ['', ' ', 'pending'],
    ['40.5', '', 'coordinates_invalid'],
    ['91', '10', 'coordinates_swapped'],
    ['91', '190', 'coordinates_invalid'],
    ['48.1', '9,2 O', 'coordinates_unclear'],
    ['40', '180.1', 'coordinates_invalid'],
    ['0', '0.0', 'coordinates_invalid'],
    ['40.5N', '10.5E', 'given'],
    ['36°12\'00"S', '151°42\'00"W', 'given'],
    ['36.2 S', '151.7 W', 'given'],
    ['−36,2', '−151,7', 'given'],
    ['-36,2', '', 'coordinates_invalid'],
    ['-36.2, -151.7', '', 'given'],
    ['Infinity', 'NaN', 'coordinates_invalid'],
  ])('lat %j, lng %j is %s', (lat, lng, reason) => {
    const place = placeInCells({ lat: 0, lng: 1 }, [lat, lng]);
    expect(place.reason).toBe(reason);
    expect(place.lat !== null && place.lng !== null).toBe(reason === 'given');
  });

  const box = { west: 10, south: 40, east: 11, north: 41 };
  it.each([
    ['40.5', '10.5', 'given', 40.5, 10.5, null],
    // On its edge.
    ['40', '11', 'given', 40, 11, null],
    ['39.99', '10.5', 'outside', 39.99, 10.5, null],
    ['48.1', '11.5', 'outside', 48.1, 11.5, null],
    // Outside as it stands, inside in exchanged order.
    ['10.5', '40.5', 'coordinates_swapped', null, null, { lat: 40.5, lng: 10.5 }],
    // No place as it stands; in exchanged order one outside.
    ['151.7', '36.2', 'coordinates_swapped', null, null, null],
    ['91', '190', 'coordinates_invalid', null, null, null],
  ])('in a territory lat %j, lng %j is %s', (lat, lng, reason, foundLat, foundLng, other) => {
    const columns = { lat: 0, lng: 1 };
    expect(placeInCells(columns, [lat, lng], { box })).toEqual({ lat: foundLat, lng: foundLng, reason });
    if (reason === 'coordinates_swapped') expect(exchangedPlace(columns, [lat, lng], { box })).toEqual(other);
  });
});
