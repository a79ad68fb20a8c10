import { PricedClick } from '../api/pricedClick.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';

interface PriceButtonProps {
  readonly credits: number;
  /** What it says beside the price. */
  readonly text?: 'studio.run' | 'buying.goOn' | 'history.againFor';
  readonly kind?: 'primary' | 'plain';
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: (click: PricedClick) => void;
}

/** The button that charges: it shows the price, and its press is the click that a charge needs. Nothing else makes one. */
export function PriceButton({ credits, text = 'studio.run', kind = 'primary', onPress, ...rest }: PriceButtonProps) {
  const { say } = useText();
  const { number } = useFormat();
  return (
    <Button {...rest} kind={kind} onPress={() => onPress(new PricedClick(credits))}>
      {credits === 0 ? say('studio.run.free') : say(text, { count: credits, credits: number(credits) })}
    </Button>
  );
}
