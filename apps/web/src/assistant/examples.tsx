import { useText } from '../text/index.ts';

interface ExamplesProps {
  /** The open place; null where none is. */
  readonly place: string | null;
  readonly onAsk: (text: string) => void;
}

const EXAMPLES = ['assistant.example.reach', 'assistant.example.stores', 'assistant.example.site'] as const;

/** Questions to begin with, about the place that is open. */
export function Examples({ place, onAsk }: ExamplesProps) {
  const { say } = useText();
  const named = place === null || place === '' ? say('assistant.example.place') : place;
  return (
    <div className="assistant-intro">
      <p>{say('assistant.intro')}</p>
      <ul className="ask-examples" aria-label={say('assistant.examples')}>
        {EXAMPLES.map((key) => {
          const text = say(key, { place: named });
          return (
            <li key={key}>
              <button type="button" className="ask-example" onClick={() => onAsk(text)}>
                {text}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
