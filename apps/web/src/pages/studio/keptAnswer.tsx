import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import type { Answer } from './useRun.ts';

/** Where an answer is that cannot be drawn, and what its run was charged. */
export function KeptAnswer({ answer: { creditsCharged, versionNo }, code }: { answer: Answer; code: string | null }) {
  const { say } = useText();
  const { number } = useFormat();
  if (code === null || versionNo === null) return <p>{say('studio.run.notCharged')}</p>;
  return (
    <p>
      {say('studio.answer.keptAs', { count: creditsCharged, credits: number(creditsCharged), no: versionNo })}{' '}
      <a href={`/analyses/${code}`}>{say('studio.answer.toVersions')}</a>
    </p>
  );
}
