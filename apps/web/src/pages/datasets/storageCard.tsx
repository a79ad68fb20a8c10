import type { Storage } from '../../api/types.ts';
import { Priced } from '../../credits/priced.tsx';
import { isHouse } from '../../text/house.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';

/** What is stored, on average of the month, and what will be charged for it. */
export function StorageCard({ storage, mayBuy }: { storage: Storage; mayBuy: boolean }) {
  const { say } = useText();
  const { number, megabytes, day } = useFormat();
  const { bytes, freeBytes, averageBytes, expectedBytes, expectedCredits, chargedAt, covered, suspendedSince } =
    storage;
  const on = day(chargedAt);
  const figures = [
    [say('datasets.average'), megabytes(averageBytes), 'averageBytes'],
    [say('datasets.expectedAverage'), megabytes(expectedBytes), 'expectedBytes'],
    [
      say('datasets.expectedCharge', { day: on }),
      say('credits.available', { count: expectedCredits, credits: number(expectedCredits) }),
      'expectedCredits',
    ],
  ] as const;
  const shown = isHouse
    ? [[say('datasets.stored'), megabytes(bytes), 'bytes'] as const, ...figures.slice(0, 2)]
    : figures;
  return (
    <Card title={say('datasets.storage')}>
      <div className="card-body stack">
        <Priced>
          <Meter
            label={say('datasets.stored')}
            value={bytes}
            max={freeBytes}
            text={say('datasets.storedOf', { stored: megabytes(bytes), free: megabytes(freeBytes) })}
          />
        </Priced>
        <dl className="figures">
          {shown.map(([name, value, figure]) => (
            <div key={name} className="figure">
              <dt>{name}</dt>
              <dd data-figure={`/${figure}`}>{value}</dd>
            </div>
          ))}
        </dl>
        {!covered && suspendedSince === null && !isHouse && (
          <Notice kind="warning">
            <span className="row-between">
              <span>
                {say('datasets.notCovered', { count: expectedCredits, credits: number(expectedCredits), day: on })}
              </span>
              {mayBuy ? (
                <ButtonLink href={`/account/credits?buy=${Math.ceil(expectedCredits)}`}>
                  {say('datasets.buy')}
                </ButtonLink>
              ) : (
                say('datasets.askToBuy')
              )}
            </span>
          </Notice>
        )}
        <Priced>
          <p className="soft small">
            {say('datasets.price', {
              free: megabytes(freeBytes),
              credits: number(storage.price.credits),
              size: megabytes(storage.price.bytes),
            })}
          </p>
        </Priced>
      </div>
    </Card>
  );
}
