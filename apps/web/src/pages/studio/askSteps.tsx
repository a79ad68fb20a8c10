import type { OrganizationPath } from '../../api/address.ts';
import type { Session } from '../../api/types.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { PriceStep } from './priceStep.tsx';
import type { AskedAction } from './question.ts';
import type { Asked } from './useAsked.ts';
import type { Draft } from './useDraft.ts';
import type { Faults } from './useFaults.tsx';
import type { TerritoryMap } from './useMaps.ts';
import type { Seen } from './useSeen.ts';
import { WhatStep } from './whatStep.tsx';
import { WhereStep } from './whereStep.tsx';

interface AskStepsProps {
  readonly path: OrganizationPath;
  readonly session: Session;
  readonly actions: readonly AskedAction[];
  readonly maps: readonly TerritoryMap[];
  readonly draft: Draft;
  readonly asked: Asked;
  readonly seen: Seen;
  readonly faults: Faults;
}

/** The steps in which a question is asked: where and what, then price and run. A question that is chosen comes first, above its places. */
export function AskSteps({ path, session, actions, maps, draft, asked, seen, faults }: AskStepsProps) {
  const { question, change, action, drawing, input, missing } = draft;
  const { answer, isAnswered, price, running } = asked;
  const isChosen = action !== null;
  const where = (
    <Boundary key="where" what="part" resetOn={question}>
      <WhereStep
        no={isChosen ? 2 : 1}
        action={action ?? (drawing as AskedAction)}
        question={question}
        change={change}
        placing={seen.placing}
        area={seen.area}
        drawing={drawing}
        maps={maps}
        faults={faults}
      />
    </Boundary>
  );
  const what = (
    <WhatStep
      key="what"
      no={isChosen ? 1 : 2}
      actions={actions}
      action={action}
      drawing={drawing}
      question={question}
      change={change}
      errorOf={faults.of}
    />
  );
  return (
    <>
      {isChosen ? [what, where] : [where, what]}
      {action !== null && input !== null && (
        <div className="price-dock" data-asking={!isAnswered}>
          <PriceStep
            path={path}
            session={session}
            action={action}
            input={input}
            missing={missing}
            price={price}
            running={running}
            faults={faults}
            answered={isAnswered ? answer : null}
          />
        </div>
      )}
    </>
  );
}
