import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { nextQuestions } from './nextQuestions.ts';
import type { AskedAction, Question } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';
import type { Answer } from './useRun.ts';

interface NextStepsProps {
  readonly actions: readonly AskedAction[];
  readonly answer: Answer;
  readonly code: string | null;
  readonly question: Question;
  readonly change: ChangeQuestion;
}

/** The questions that follow from an answer, one press away; they run when their price is agreed on. */
export default function NextSteps({ actions, answer, code, question, change }: NextStepsProps) {
  const { say } = useText();
  const takesModel = (id: string) =>
    actions.some(({ descriptor, fields }) => descriptor.id === id && fields.some(({ name }) => name === 'model'));
  const next = nextQuestions(answer, question, code, takesModel);
  if (next.length === 0) return null;
  return (
    <section className="stack-tight">
      <h3 className="label">{say('studio.next')}</h3>
      <div className="next-steps">
        {next.map(({ text, count, question: asked }) => (
          <Button key={text} onPress={() => change('', () => asked)}>
            {say(`studio.next.${text}`, { count })}
          </Button>
        ))}
      </div>
    </section>
  );
}
