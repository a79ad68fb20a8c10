import { useState } from 'react';
import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { RemoveDialog, RenewDialog, SetUpDialog } from './secondFactorDialogs.tsx';

const DIALOGS = { begin: SetUpDialog, renew: RenewDialog, remove: RemoveDialog } as const;

/** Whether a code is asked for beside the password, and how that is changed. */
export function SecondFactor() {
  const { say } = useText();
  const factor = useResource('/second-factor');
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = open === null ? null : DIALOGS[open];
  return (
    <Card
      title={say('factor.title')}
      action={
        factor.data?.isOn === true && (
          <span className="badge" data-kind="good">
            {say('factor.on')}
          </span>
        )
      }
    >
      <Loaded query={factor} lines={2}>
        {({ isOn, recoveryCodesLeft }) => (
          <div className="card-body row-between">
            <p className="soft">{isOn ? say('factor.codesLeft', { count: recoveryCodesLeft }) : say('factor.off')}</p>
            {isOn ? (
              <span className="row">
                <Button onPress={() => setOpen('renew')}>{say('factor.renew')}</Button>
                <Button kind="danger" onPress={() => setOpen('remove')}>
                  {say('factor.remove')}
                </Button>
              </span>
            ) : (
              <Button onPress={() => setOpen('begin')}>{say('factor.begin')}</Button>
            )}
          </div>
        )}
      </Loaded>
      {Dialog !== null && <Dialog onClose={() => setOpen(null)} />}
    </Card>
  );
}
