import type { OrganizationPath } from '../api/address.ts';
import { useText } from '../text/index.ts';
import { FigureButton } from './figureButton.tsx';
import { blocksOf, type Piece } from './prose.ts';
import type { ProsePart } from './types.ts';

/** Words of the model. They become text of the page alone: no markup, picture or link is made of them. */
export function ProseView({ parts, path }: { parts: readonly ProsePart[]; path: OrganizationPath }) {
  return blocksOf(parts).map(({ kind, lines }, no) => {
    const rows = lines.map((line, i) => ({ id: i, content: line.map((piece, j) => pieceView(piece, j, path)) }));
    const key = `${kind} ${no}`;
    if (kind === 'paragraph')
      return (
        <p key={key} dir="auto">
          {rows.map(({ id, content }) => (
            <span key={id} className="block">
              {content}
            </span>
          ))}
        </p>
      );
    const List = kind === 'bullets' ? 'ul' : 'ol';
    return (
      <List key={key} dir="auto">
        {rows.map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </List>
    );
  });
}

function pieceView(piece: Piece, no: number, path: OrganizationPath) {
  const key = `${piece.kind} ${no}`;
  const content =
    piece.kind === 'words' ? (
      piece.text
    ) : piece.part.type === 'figure' ? (
      <FigureButton part={piece.part} path={path} />
    ) : (
      <Unverified text={piece.part.text} />
    );
  return piece.isBold ? <strong key={key}>{content}</strong> : <span key={key}>{content}</span>;
}

/** A number that comes from no result, no input and not from the person. */
function Unverified({ text }: { text: string }) {
  const { say } = useText();
  return (
    <mark className="unverified" title={say('assistant.unverifiedLong')} data-unverified>
      {text}
      <span className="unverified-mark">{say('assistant.unverified')}</span>
    </mark>
  );
}
