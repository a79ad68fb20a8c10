import { signInAddress } from '../api/ended.ts';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';

/** Leads to the sign-in page, and from there back to this one. */
export function SignInAgain() {
  const { say } = useText();
  // A document of its own: nothing that the ended session has shown is kept.
  return (
    <Button kind="primary" onPress={() => window.location.assign(signInAddress())}>
      {say('signIn.title')}
    </Button>
  );
}
