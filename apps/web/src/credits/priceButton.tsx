import { PricedClick } from '../api/pricedClick.ts';
import { isHouse } from '../text/house.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';

interface PriceButtonProps {
  readonly credits: number;
  /** What it says beside the price. */
  readonly text?: 'studio.run' | 'buying.goOn' | 'history.againFor';
  /** What it runs, where several stand side by side. */
  readonly question?: string;
  readonly kind?: 'primary' | 'plain';
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: (click: PricedClick) => void;
}

/** The button that charges: it shows the price, and its press is the click that a charge needs. Nothing else makes one. */
export function PriceButton({
  credits,
  text = 'studio.run',
  question,
  kind = 'primary',
  onPress,
  ...rest
}: PriceButtonProps) {
  const { say } = useText();
  const { number } = useFormat();
  const price = { count: credits, credits: number(credits) };
  const plain = credits === 0 ? say('studio.run.free') : say(text, price);
  const asked = credits === 0 || isHouse ? question : question && `${question} · ${say('credits.available', price)}`;
  return (
    <Button {...rest} kind={kind} onPress={() => onPress(new PricedClick(credits))}>
      {asked ?? plain}
    </Button>
  );
}
