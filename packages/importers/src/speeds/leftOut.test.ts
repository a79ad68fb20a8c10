import { describe } from 'vitest';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { itLeavesNothing } from '../testing/leftOut.ts';
import { readSpeeds } from './readSpeeds.ts';

const folder = await testFolder();
let files = 0;

describe('speeds by hour that are left out', () => {
  const read = async (rows: readonly string[]) => {
    const path = await folder.write(`speeds-${files++}.csv`, `${['way,class,hours,share', ...rows].join('\n')}\n`);
    const report = new Report('Test');
    const columns = { way: 'way', class: 'class', hours: 'hours', factor: 'share' };
    const { byWay, byClass } = await readSpeeds({ path }, { columns, decimal: '.' }, [1, 2, 3], report);
    return {
      figures: { byWay: [...byWay], byClass: [...byClass], facts: report.toJson().facts },
      dropped: report.toJson().subjects[0]!.dropped,
    };
  };
  itLeavesNothing(
    read,
    ['1,,7-9,0.5', '1,,9-10,0.7', '2,,,0.9', ',primary,7-9,0.6'],
    [
      ['a way that is not on the map', '99,,7-9,0.1'],
      ['a way that is no number', 'Elm Street,,7-9,0.1'],
      ['a class that is none', ',boulevard,7-9,0.1'],
      ['no road', ',,7-9,0.1'],
      ['an hour that is none', '3,,25,0.1'],
      ['a time with minutes', '3,,7:30-8:30,0.1'],
      ['no share', '3,,7-9,'],
      ['a share of nothing', '3,,7-9,0'],
      ['a negative share', '3,,7-9,-0.5'],
      ['a share in words', '3,,7-9,half'],
      ['a share beyond all', '3,,7-9,50'],
      ['an hour that a row before is about', '1,,8-12,0.1', 'behind'],
      ['a class and hour that a row before is about', ',primary,8,0.1', 'behind'],
    ],
  );
});
