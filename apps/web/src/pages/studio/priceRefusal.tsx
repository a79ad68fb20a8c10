import { Problem } from '../../api/queries.ts';
import { Sentence } from '../../text/sentences.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';

/** A price that cannot be said, with each fault that no field shows. */
export default function PriceRefusal({ error }: { error: unknown }) {
  if (!(error instanceof Problem) || error.fields.length < 2) return <ErrorNotice error={error} />;
  return (
    <div role="alert" data-error={error.code}>
      <Notice kind="error">
        <ul>
          {error.fields.map(({ pointer, detail }) => (
            <li key={pointer}>
              <Sentence>{detail}</Sentence>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
