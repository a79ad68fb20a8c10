import { Bars, Columns } from '../ui/chart.tsx';
import { Differences } from '../ui/differences.tsx';
import { Lines } from '../ui/lines.tsx';
import { Joined } from '../ui/pointed.tsx';
import { QrCode } from '../ui/qrCode.tsx';
import { Ranges } from '../ui/ranges.tsx';
import { Scatter } from '../ui/scatter.tsx';
import { Split } from '../ui/split.tsx';
import { State, States } from './state.tsx';

const format = (value: number) => value.toLocaleString('en');
const BARS = [
  { id: 'a', name: 'Within 5 minutes', value: 17_567 },
  { id: 'b', name: 'Within 10 minutes', value: 54_068, isQuiet: true },
  { id: 'c', name: 'Within 15 minutes, with a name that is longer than its line', value: 0 },
];
const YEARS = ['2022', '2023', '2024', '2025'].map((name, i) => ({ id: name, name, value: [1200, 0, 2400, 1800][i]! }));
const RANGES = [
  {
    id: 'a',
    name: 'Harbour',
    value: 410,
    eight: { low: 300, high: 540 },
    nineteen: { low: 200, high: 700 },
    came: 505,
  },
  { id: 'b', name: 'Uplands', value: 150, eight: { low: 60, high: 260 }, nineteen: null, isBeyond: true },
  { id: 'c', name: 'Too few stores', value: 90, eight: null, nineteen: null },
];

export const Charts = () => (
  <States title="Charts: pointing at a row marks the same row everywhere">
    <Joined>
      <State name="Bars">
        <Bars label="Residents" bars={BARS} format={format} />
      </State>
      <State name="Columns">
        <Columns label="Sales" bars={YEARS} format={format} />
      </State>
      <State name="Bars and columns of nothing">
        <Bars label="Residents" bars={BARS.map((bar) => ({ ...bar, value: 0 }))} format={format} />
        <Columns label="Residents" bars={[]} format={format} />
      </State>
      <State name="Lines, one of them broken">
        <Lines
          label="Prices"
          names={['2022', '2023', '2024', '2025']}
          lines={[
            { id: 'here', name: 'Here', values: [2100, 2250, 2300, 2400] },
            { id: 'around', name: 'Around', values: [1900, null, 2050, 2100] },
          ]}
          format={format}
        />
      </State>
      <State name="Split">
        <Split
          label="People"
          portions={[
            { id: 'one', name: 'Reached by one store', value: 120, shown: '120', tone: 'accent' },
            { id: 'more', name: 'Reached by two or more', value: 60, shown: '60', tone: 'shared' },
            { id: 'none', name: 'Reached by none', value: 20, shown: '20', tone: 'missing' },
          ]}
        />
      </State>
      <State name="Differences">
        <Differences
          label="Beside the country"
          rows={[
            { id: 'a', name: 'Under 15', size: -0.8, shown: '−8 points' },
            { id: 'b', name: '65 and over', size: 0.4, shown: '+4 points' },
            { id: 'c', name: 'The same', size: 0, shown: '0' },
          ]}
        />
      </State>
      <State name="Ranges: what came, beyond the data, without a range">
        <Ranges
          label="Forecasts"
          ranges={RANGES}
          format={format}
          keys={{ eight: 'Eight of ten', nineteen: '19 of 20', came: 'What came' }}
          figure={(value, low, high) => `${value} (${low} to ${high})`}
        />
      </State>
      <State name="Scatter">
        <Scatter
          label="Forecast and sales"
          across="Forecast"
          up="Sold"
          dots={[
            { id: 'a', name: 'Harbour', across: 410, up: 505 },
            { id: 'b', name: 'Uplands', across: 150, up: 120, isMarked: true },
          ]}
          format={format}
        />
      </State>
    </Joined>
    <State name="QrCode">
      <QrCode text="otpauth://totp/Hinterland:ada@example.com?secret=JBSWY3DPEHPK3PXP" label="For your phone" />
    </State>
  </States>
);
