import { AGE_CLASSES, TOPIC_CODES, TOPIC_FIELDS, type TopicCode } from '@hinterland/catalogue';
import { multiPolygonAreaSquareKm, PolygonIndex } from '@hinterland/geo';
import { TOPIC_FLAG } from '@hinterland/territory';
import { describe, expect, test } from 'vitest';
import { addresses, column, demo, layer } from '../testing/demo.ts';

describe('census', () => {
  test('holds every field of every topic, and the classes and lists that it describes', () => {
    expect(demo.census!.topics.map(({ code }) => code)).toEqual([...TOPIC_CODES]);
    for (const { code, columns, entry, flags } of demo.census!.topics) {
      const expected = [
        ...TOPIC_FIELDS[code].map(({ name }) => name),
        ...entry.distributions.flatMap(({ name, limits }) => limits.map((_, i) => `${name}_${i}`)),
        ...entry.lists.flatMap(({ name, keys }) => keys.map(({ key }) => `${name}__${key}`)),
      ];
      expect([...columns.keys()].sort()).toEqual(expected.sort());
      for (const values of columns.values()) expect(values.length).toBe(demo.census!.units.length);
      expect(flags.length).toBe(demo.census!.units.length);
    }
  });

  test('counts are whole and fit each other in every unit', () => {
    const units = demo.census!.units.length;
    for (let unit = 0; unit < units; unit++) {
      const of = (topic: TopicCode) => (name: string) => column(topic, name)[unit]!;
      const sumOf = (topic: TopicCode, names: readonly string[]) =>
        names.reduce((sum, name) => sum + of(topic)(name), 0);
      const classes = (topic: TopicCode, start: string) =>
        [...demo.census!.topics.find(({ code }) => code === topic)!.columns.keys()].filter((name) =>
          name.startsWith(start),
        );
      const equal = (a: number, b: number) => Number.isNaN(a) || Number.isNaN(b) || a === b;
      const within = (a: number, b: number) => Number.isNaN(a) || Number.isNaN(b) || a <= b;
      const ages = (sex: string) => AGE_CLASSES.map(({ code }) => `${sex}_${code}`);
      const [residents, families, education, origins] = [
        of('residents'),
        of('families'),
        of('education'),
        of('origins'),
      ];
      const [employment, income, housing, mobility] = [of('employment'), of('income'), of('housing'), of('mobility')];
      const adults = sumOf('age_classes', ages('total').slice(3));
      const rules: Record<string, boolean> = {
        'male and female': residents('male') + residents('female') === residents('total'),
        'ages of all': sumOf('age_classes', ages('total')) === residents('total'),
        'ages of males': sumOf('age_classes', ages('male')) === residents('male'),
        'ages of females': sumOf('age_classes', ages('female')) === residents('female'),
        'sexes per age': AGE_CLASSES.every(
          ({ code }) =>
            of('age_classes')(`male_${code}`) + of('age_classes')(`female_${code}`) ===
            of('age_classes')(`total_${code}`),
        ),
        'in households':
          within(residents('in_households'), residents('total')) &&
          equal(residents('in_households'), families('persons_in_households')),
        'kinds of families': equal(
          sumOf('families', ['couples_without_children', 'couples_with_children', 'one_parent']),
          families('families'),
        ),
        'sizes of households': equal(
          sumOf('families', [
            'households_1',
            'households_2',
            'households_3',
            'households_4',
            'households_5',
            'households_6_plus',
          ]),
          families('households'),
        ),
        'persons by size': within(
          [1, 2, 3, 4, 5].reduce((sum, n) => sum + n * families(`households_${n}`), 6 * families('households_6_plus')),
          families('persons_in_households'),
        ),
        'families fit households': within(
          families('families') + families('other_families'),
          families('households') - families('households_1'),
        ),
        'levels of education':
          equal(
            sumOf('education', ['primary_or_none', 'lower_secondary', 'upper_secondary', 'vocational', 'tertiary']),
            education('base'),
          ) && within(education('base'), adults),
        'places of birth':
          equal(origins('born_in_country') + origins('born_abroad'), origins('base')) &&
          equal(sumOf('origins', classes('origins', 'birth_country__')), origins('born_abroad')),
        citizenship: within(origins('citizens') + origins('foreign_citizens'), residents('total')),
        languages: within(sumOf('origins', classes('origins', 'language__')), residents('total')),
        'labour force': equal(employment('employed') + employment('unemployed'), employment('labour_force')),
        'working age':
          equal(employment('labour_force') + employment('not_in_labour_force'), employment('base')) &&
          equal(employment('base'), adults),
        'kinds of work':
          equal(
            sumOf('employment', ['self_employed', 'private_employees', 'public_employees']),
            employment('employed'),
          ) && equal(sumOf('employment', classes('employment', 'industry__')), employment('employed')),
        'household income':
          equal(sumOf('income', classes('income', 'household_income_')), income('households')) &&
          within(income('households'), families('households')),
        'personal income':
          equal(sumOf('income', classes('income', 'personal_income_')), income('earners')) &&
          within(income('earners'), adults),
        'low income': within(income('low_income'), income('low_income_base')),
        dwellings:
          housing('occupied') + housing('vacant') === housing('dwellings') &&
          equal(housing('occupied'), families('households')),
        'kinds of dwellings': equal(sumOf('housing', ['houses', 'apartments', 'other_type']), housing('occupied')),
        tenure: within(sumOf('housing', ['owned_outright', 'mortgaged', 'rented']), housing('occupied')),
        rents:
          within(sumOf('housing', classes('housing', 'rent_')), housing('rented')) &&
          within(sumOf('housing', classes('housing', 'repayment_')), housing('mortgaged')),
        periods: equal(sumOf('housing', classes('housing', 'building_period__')), housing('dwellings')),
        cars:
          equal(sumOf('mobility', ['cars_0', 'cars_1', 'cars_2', 'cars_3_plus']), mobility('households')) &&
          within(mobility('cars_1') + 2 * mobility('cars_2') + 3 * mobility('cars_3_plus'), mobility('vehicles')),
        commuters:
          equal(
            sumOf('mobility', [
              'commute_car',
              'commute_transit',
              'commute_walk',
              'commute_bicycle',
              'commute_other',
              'work_at_home',
            ]),
            mobility('commuters'),
          ) && within(mobility('commuters'), employment('employed')),
        'time to work': equal(
          sumOf('mobility', classes('mobility', 'commute_time_')),
          mobility('commuters') - mobility('work_at_home'),
        ),
      };
      expect(
        Object.keys(rules).filter((rule) => !rules[rule]),
        `unit ${demo.census!.units[unit]!.code}`,
      ).toEqual([]);
    }
    for (const { columns } of demo.census!.topics) {
      for (const [name, values] of columns) {
        const odd = [...values].filter((value) => !Number.isNaN(value) && !(Number.isInteger(value) && value >= 0));
        expect(odd, name).toEqual([]);
      }
    }
  });

  test('dwellings are those of the addresses in the unit', () => {
    const index = new PolygonIndex(demo.census!.units.map(({ polygon }) => polygon));
    const counted = new Float64Array(demo.census!.units.length);
    // Rooms in halls of residence are no private dwellings; each hall is one address of many.
    for (const { lng, lat, dwellings, street } of addresses) {
      if (street !== 'University of Maravea Walk') counted[index.first(lng, lat)]! += dwellings;
    }
    expect(counted).toEqual(column('housing', 'dwellings'));
  });

  test('few residents hide their figures, none show true zeros', () => {
    const residents = column('residents', 'total');
    const empty = [...residents.keys()].filter((unit) => residents[unit] === 0);
    expect(empty.length).toBeGreaterThan(1);
    let hidden = 0;
    for (const { code, columns, flags } of demo.census!.topics) {
      for (let unit = 0; unit < residents.length; unit++) {
        const counts = [...columns].filter(([name]) => !name.startsWith('median_'));
        const missing = counts.some(([, values]) => Number.isNaN(values[unit]));
        expect((flags[unit]! & TOPIC_FLAG.suppressed) !== 0, `${code} ${unit}`).toBe(missing);
        if (missing) hidden++;
        if (residents[unit] === 0) expect(counts.every(([, values]) => values[unit] === 0)).toBe(true);
      }
    }
    expect(hidden).toBeGreaterThan(20);
    expect(hidden).toBeLessThan(300);
  });

  test('has quarters that differ: students by the campus, families in suburbs, old people and empty homes by the sea', () => {
    const share = (topic: TopicCode, names: readonly string[], base: Float64Array, units: readonly number[]) => {
      const sum = (values: Float64Array) =>
        units.reduce((all, unit) => all + (Number.isNaN(values[unit]) ? 0 : values[unit]!), 0);
      return names.reduce((all, name) => all + sum(column(topic, name)), 0) / sum(base);
    };
    const unitsIn = (...names: string[]) => {
      const codes = names.map((name) =>
        layer(9)
          .find((area) => area.name === name)!
          .code.slice(3),
      );
      return demo.census!.units.flatMap(({ code }, unit) =>
        codes.some((start) => code.startsWith(start)) ? [unit] : [],
      );
    };
    const everywhere = [...demo.census!.units.keys()];
    const residents = column('residents', 'total');
    const young = (units: number[]) => share('age_classes', ['total_20_24'], residents, units);
    const old = (units: number[]) =>
      share('age_classes', ['total_70_74', 'total_75_79', 'total_80_84'], residents, units);
    const children = (units: number[]) => share('age_classes', ['total_0_4', 'total_5_9'], residents, units);
    const empty = (units: number[]) => share('housing', ['vacant'], column('housing', 'dwellings'), units);
    expect(young(unitsIn('University Heights'))).toBeGreaterThan(2 * young(everywhere));
    expect(old(unitsIn('Pebble Bay', 'Port-Corail', 'Te Matau'))).toBeGreaterThan(1.3 * old(everywhere));
    expect(children(unitsIn('Highfield', 'Millbrook'))).toBeGreaterThan(1.3 * children(unitsIn('Port Halcyon')));
    expect(empty(unitsIn('Pebble Bay', 'Port-Corail', 'Te Matau'))).toBeGreaterThan(
      2 * empty(unitsIn('Highfield', 'Millbrook')),
    );
    const medians = [...column('income', 'median_household')]
      .filter((median) => !Number.isNaN(median))
      .sort((a, b) => a - b);
    expect(medians[Math.floor(medians.length * 0.9)]! / medians[Math.floor(medians.length * 0.1)]!).toBeGreaterThan(
      1.25,
    );
  });

  test('benchmarks: eleven local government areas, three states and the country, each counted in full', () => {
    const { benchmarks } = demo.census!;
    const land = multiPolygonAreaSquareKm(layer(2)[0]!.polygon);
    for (const [kind, count] of [
      ['county', 11],
      ['region', 3],
      ['country', 1],
    ] as const) {
      const areas = benchmarks.filter((area) => area.kind === kind);
      expect(areas.length).toBe(count);
      expect(areas.every(({ coverage }) => coverage === 1)).toBe(true);
      expect(areas.flatMap(({ unitRows }) => [...unitRows]).sort((a, b) => a - b)).toEqual([
        ...demo.census!.units.keys(),
      ]);
      expect(areas.reduce((sum, { areaSquareKm }) => sum + areaSquareKm, 0)).toBeCloseTo(land, 6);
      for (const { code } of areas) expect(demo.boundaries.some((boundary) => boundary.code === code)).toBe(true);
    }
  });
});
