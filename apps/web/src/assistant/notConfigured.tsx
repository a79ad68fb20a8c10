import { useText } from '../text/index.ts';

/** There is no model: a plain sentence, and for owners the settings that the operator makes. */
export function NotConfigured({ settings }: { settings: readonly string[] }) {
  const { say } = useText();
  return (
    <div className="assistant-body" data-assistant="off">
      <div className="stack-tight">
        <h3>{say('assistant.off')}</h3>
        <p>{say('assistant.offText')}</p>
      </div>
      {settings.length > 0 && (
        <details className="stack-tight">
          <summary>{say('assistant.offSettings')}</summary>
          <ul className="assistant-settings">
            {settings.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
          <p>
            <a href="/developers/guides/assistant">{say('assistant.guide')}</a>
          </p>
        </details>
      )}
    </div>
  );
}
