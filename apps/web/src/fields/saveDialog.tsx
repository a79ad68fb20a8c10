import { coordinatesOf } from '@hinterland/answers/words';
import { useState } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { queryClient } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

interface SaveDialogProps {
  readonly path: OrganizationPath;
  readonly place: { readonly name: string; readonly lat: number; readonly lng: number };
  readonly onSaved: (saved: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Saves a place under a name that the reader knows it by; what it was found as stays its address. */
export default function SaveDialog({ path, place, onSaved, onClose }: SaveDialogProps) {
  const { say } = useText();
  const [name, setName] = useState(place.name);
  const { lat, lng } = place;
  return (
    <Dialog title={say('subjects.save')} isOpen onClose={onClose}>
      <Form
        submit={say('action.save')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          const address = place.name === '' ? {} : { address: place.name };
          const saved = await request(`${path}/subjects`, {
            method: 'POST',
            body: { kind: 'place', name, lat, lng, ...address },
          });
          await queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'subjects'] });
          onSaved(saved);
          onClose();
        }}
      >
        {(errorOf) => (
          <>
            <p className="soft small">{place.name === '' ? coordinatesOf(place) : <bdi>{place.name}</bdi>}</p>
            <TextField
              label={say('subjects.name')}
              help={say('subjects.nameHelp')}
              autoFocus
              maxLength={200}
              value={name}
              onChange={setName}
              error={errorOf('name')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
