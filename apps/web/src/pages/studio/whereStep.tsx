import { lazy, Suspense } from 'react';
import { AnswerSays } from '../../answer/answer.tsx';
import { FieldFault } from '../../fields/help.tsx';
import { PlaceList } from '../../fields/placeList.tsx';
import { PlaceSearch } from '../../fields/placeSearch.tsx';
import { useSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Alternatives, Members, withValue } from './members.tsx';
import {
  type AskedAction,
  chosenOf,
  effectiveFields,
  isFurtherPlaces,
  isSearch,
  type Question,
  whereSetOf,
} from './question.ts';
import { Step } from './step.tsx';
import { DRAWING, type useArea } from './useArea.ts';
import type { Faults } from './useFaults.tsx';
import type { TerritoryMap } from './useMaps.ts';
import type { Placing } from './usePlacing.ts';
import type { ChangeQuestion } from './useQuestion.ts';

const TerritoryChoice = lazy(() => import('./territoryChoice.tsx'));
const HandChoice = lazy(() => import('./handChoice.tsx'));
const Caveats = lazy(() => import('./caveats.tsx'));

interface WhereStepProps {
  readonly no: number;
  /** The action asked for; before one is chosen, that which draws areas. */
  readonly action: AskedAction;
  readonly drawing: AskedAction | undefined;
  readonly question: Question;
  readonly change: ChangeQuestion;
  readonly placing: Placing;
  readonly area: ReturnType<typeof useArea>;
  readonly maps: readonly TerritoryMap[];
  readonly faults: Faults;
}

/** Where: places, areas or a polygon, and how far people go. The area is drawn as they change. */
export function WhereStep({ no, action, drawing, question, change, placing, area, maps, faults }: WhereStepProps) {
  const { say } = useText();
  const { subject, alternatives } = action;
  const subjects = whereSetOf(action);
  const isSearching = isSearch(action);
  const chosen = subjects === undefined ? subject : chosenOf(subjects, question);
  const effective = effectiveFields(action, question);
  const hasFurther = effective.some((field) => isFurtherPlaces(action, field));
  const ground = effective.filter(
    (field) => isGround(field.name, subject, subjects, drawing) || isFurtherPlaces(action, field),
  );
  const reach = alternatives.find(
    (set) => set !== subjects && set.some((name) => effective.some((one) => one.name === name)),
  );
  return (
    <Step no={no} name="where" title={say('studio.where')}>
      {maps.length > 1 && (
        <Suspense fallback={null}>
          <TerritoryChoice maps={maps} />
        </Suspense>
      )}
      {subjects !== undefined && <Alternatives set={subjects} question={question} change={change} />}
      {!isSearching && (subject === null || chosen === subject) && (
        <Places action={action} question={question} change={change} placing={placing} faults={faults} />
      )}
      {reach !== undefined && chosen === subject && <Alternatives set={reach} question={question} change={change} />}
      <Members
        action={action}
        fields={ground}
        question={question}
        change={change}
        errorOf={faults.of}
        more={hasFurther ? 'studio.more' : 'studio.more.where'}
      />
      {isSearching && (
        <section className="stack-tight">
          <h3 className="label">{say('studio.whyNot')}</h3>
          <Places action={action} question={question} change={change} placing={placing} faults={faults} />
          <Suspense fallback={null}>
            <HandChoice action={action} question={question} change={change} />
          </Suspense>
        </section>
      )}
      <ErrorNotice error={faults.area} />
      <div role="status">
        {area.result !== undefined && (
          <>
            <AnswerSays actionId={DRAWING} result={area.result} show="sentence" isDrawing={area.isDrawing} />
            <Suspense fallback={null}>
              <Caveats result={area.result} />
            </Suspense>
          </>
        )}
      </div>
    </Step>
  );
}

/** Members that say where and how far: those of the action that draws areas, and those in place of places. */
function isGround(
  name: string,
  subject: string | null,
  subjects: readonly string[] | undefined,
  drawing: AskedAction | undefined,
): boolean {
  if (name === subject || name === 'lat' || name === 'lng') return false;
  if (subjects?.includes(name) === true) return true;
  // Polygons are always drawn; their detail, own figures and other modes are no part of where.
  return (
    !['geometry', 'cellMeters', 'ownData', 'compareModes'].includes(name) &&
    drawing?.fields.some((field) => field.name === name) === true
  );
}

interface PlacesProps {
  readonly action: AskedAction;
  readonly question: Question;
  readonly change: ChangeQuestion;
  readonly placing: Placing;
  readonly faults: Faults;
}

function Places({ action, question, change, placing, faults }: PlacesProps) {
  const { say } = useText();
  const { path } = useSurroundings();
  const field = action.fields.find(({ name }) => name === action.subject);
  const name = field?.name ?? '';
  return (
    <div className="stack-tight" data-field={`/${name}`}>
      <PlaceSearch path={path} isForSeveral onChoose={(place) => placing.add([place])} />
      {question.places.length === 0 && (
        <p className="soft small">{say(isSearch(action) ? 'studio.whyNot.hint' : 'studio.where.hint')}</p>
      )}
      <PlaceList
        places={question.places.map((place) => ({ ...place, name: placing.nameOf(place) }))}
        schema={field?.schema ?? {}}
        value={question.values[name]}
        onChange={placing.keep}
        onAdd={placing.add}
        onDataset={(value) => change('', (before) => withValue(before, name, value))}
        isSeveral={placing.isSeveral}
        onSaved={placing.saved}
      />
      {placing.isFree && question.places.length > 0 && (
        <Checkbox isSelected={placing.isSeveral} onChange={placing.wish}>
          {say('studio.where.several')}
        </Checkbox>
      )}
      <FieldFault>{faults.of(`/${name}`)}</FieldFault>
      {faults.places !== null && (
        <div role="alert" data-error={faults.places.code}>
          <Notice kind="error">{faults.places.text}</Notice>
        </div>
      )}
    </div>
  );
}
