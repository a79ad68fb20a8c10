import { X } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { useOptions } from '../../fields/options.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { ChangeForm, type FormKind, type Saying } from './changeForm.tsx';
import { Corrections } from './corrections.tsx';
import { type At, isCounted, type Store, type StorePath, staleAfter } from './store.ts';

interface StoreCardProps {
  readonly path: StorePath;
  readonly territory: string;
  readonly store: Store;
  readonly place: At | null;
  /** Called when the next press on the map is to be a place, and when it is no more. */
  readonly onPlacing: (is: boolean) => void;
  readonly onClose: () => void;
}

const FORMS: readonly FormKind[] = ['floor_area', 'brand', 'sector', 'moved'];

/** A store, what is said of it, and what may be said. */
export function StoreCard({ path, territory, store, place, onPlacing, onClose }: StoreCardProps) {
  const { say } = useText();
  const { people } = useFormat();
  const sectors = useOptions('markets.sectors', '').options;
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState<FormKind | null>(null);
  const make = useChange({
    method: 'POST',
    path: `${path}/corrections`,
    changes: staleAfter(path),
    body: (said: Saying) => ({ territory, storeId: store.id, ...said }) as never,
  });
  const choose = (kind: FormKind | null) => {
    setForm(kind);
    onPlacing(kind === 'moved');
  };
  const send = (said: Saying) =>
    make.mutate(said, {
      onSuccess: () => {
        setOpen(false);
        choose(null);
      },
    });
  const { name, brand, sectorCode, address, squareMeters } = store;
  return (
    <section className="card store-card" aria-label={say('stores.store')} data-store={store.id}>
      <div className="card-head">
        <h2>
          <bdi>{name || brand || say('stores.unnamed')}</bdi>
        </h2>
        <Button kind="quiet" icon={<X size={16} aria-hidden />} label={say('action.close')} onPress={onClose} />
      </div>
      <div className="card-body stack-tight">
        <p>
          {[sectors?.find(({ id }) => id === sectorCode)?.name ?? sectorCode, brand === name ? null : brand, address]
            .filter((text) => text !== null && text !== '')
            .join(' · ')}
          {squareMeters !== null && ` · ${people(Math.round(squareMeters))}\u00a0m²`}
        </p>
        {!isCounted(store) && <p className="strong">{say('stores.notCounted')}</p>}
        <Corrections path={path} corrections={store.corrections} />
        {make.error !== null && <ErrorNotice error={make.error} />}
        {!isOpen ? (
          <Button kind="primary" onPress={() => setOpen(true)}>
            {say('stores.correct')}
          </Button>
        ) : form === null ? (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset of buttons has no field
          <div className="store-choices" role="group" aria-label={say('stores.correct')}>
            {isCounted(store) ? (
              <>
                <Button autoFocus isPending={make.isPending} onPress={() => send({ kind: 'closed' })}>
                  {say('stores.say.closed')}
                </Button>
                <Button isPending={make.isPending} onPress={() => send({ kind: 'not_competitor' })}>
                  {say('stores.say.not_competitor')}
                </Button>
              </>
            ) : (
              <Button autoFocus isPending={make.isPending} onPress={() => send({ kind: 'opened' })}>
                {say('stores.say.opened')}
              </Button>
            )}
            {FORMS.map((kind) => (
              <Button key={kind} onPress={() => choose(kind)}>
                {say(`stores.say.${kind as 'brand'}`)}
              </Button>
            ))}
          </div>
        ) : (
          <ChangeForm
            kind={form}
            store={store}
            place={place}
            isPending={make.isPending}
            onSend={send}
            onCancel={() => choose(null)}
          />
        )}
      </div>
    </section>
  );
}
