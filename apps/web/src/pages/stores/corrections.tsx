import { Undo2 } from 'lucide-react';
import { useChange } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Correction, type StorePath, staleAfter } from './store.ts';

interface CorrectionsProps {
  readonly path: StorePath;
  readonly corrections: readonly Correction[];
  /** Whether each names its store. */
  readonly withStores?: boolean;
}

/** Corrections in force, each with who said it and when, and a way back. */
export function Corrections({ path, corrections, withStores = false }: CorrectionsProps) {
  const { say } = useText();
  const { day } = useFormat();
  const undo = useChange({
    method: 'POST',
    path: (id: number) => `${path}/corrections/${id}/undo` as never,
    changes: staleAfter(path),
  } as never) as unknown as { mutate(id: number): void; isPending: boolean; error: Error | null };
  if (corrections.length === 0) return null;
  return (
    <>
      {undo.error !== null && <ErrorNotice error={undo.error} />}
      <ul className="corrections">
        {corrections.map((one) => (
          <li key={one.id} data-correction={one.kind}>
            <span>
              {withStores && (
                <strong>
                  <bdi>{one.name ?? one.listed?.name ?? one.storeId}</bdi>:{' '}
                </strong>
              )}
              {say(`stores.said.${one.kind}`, {
                brand: one.brand ?? say('stores.independent'),
                squareMeters: one.squareMeters ?? 0,
                sector: one.sectorCode ?? '',
              })}
              <span className="soft small block">
                <bdi>{one.author?.name ?? say('stores.operator')}</bdi>, {day(one.createdAt)}
                {one.reason !== null && (
                  <>
                    {' · '}
                    <bdi>{one.reason}</bdi>
                  </>
                )}
              </span>
            </span>
            {one.of === 'organization' && (
              <Button
                kind="quiet"
                icon={<Undo2 size={16} aria-hidden />}
                label={say('stores.undo')}
                isPending={undo.isPending}
                onPress={() => undo.mutate(one.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
