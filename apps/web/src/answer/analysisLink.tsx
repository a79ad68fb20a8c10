import { Link } from 'wouter';
import type { AnalysisItem } from '../api/types.ts';

/** The name of an analysis as a link, and below it what its last run says. */
export function AnalysisLink({ name, url, answer }: Pick<AnalysisItem, 'name' | 'url' | 'answer'>) {
  return (
    <>
      <Link href={new URL(url).pathname} className="strong">
        <bdi>{answer?.title ?? name}</bdi>
      </Link>
      {answer !== null && <span className="listed-answer">{answer.text}</span>}
    </>
  );
}
