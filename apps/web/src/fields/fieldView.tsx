import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ChoiceControl, ChoicesControl, FlagControl } from './choice.tsx';
import { DayControl } from './day.tsx';
import { FieldFault, Help, HelpOfService } from './help.tsx';
import { type Kind, kindOf } from './kind.ts';
import { PickControl, PicksControl } from './pick.tsx';
import { PlaceControl, PlacesControl } from './places.tsx';
import { PolygonControl } from './polygonControl.tsx';
import type { ControlProps } from './props.ts';
import { type Field, fieldsOf, type Schema } from './schema.ts';
import { JsonControl, NumberControl, TextControl, TextsControl } from './text.tsx';
import { useNames } from './title.ts';

/** Loaded beside the map, with the slider: an area of the usual limits is drawn without it. */
const LimitsControl = lazy(() => import('./limits.tsx'));

/** Loaded with the first form that takes own figures. */
const OwnDataControl = lazy(() => import('./ownData.tsx'));

/** Loaded with the first form that takes a sales model. */
const ModelControl = lazy(() => import('./model.tsx'));

/** Loaded with the first form that weighs closing by sales. */
const ClosingControl = lazy(() => import('./closing.tsx'));

/** The control of each kind of field. */
const CONTROLS: Readonly<Record<Kind, ComponentType<ControlProps>>> = {
  place: PlaceControl,
  places: PlacesControl,
  limits: LimitsControl,
  pick: PickControl,
  picks: PicksControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  number: NumberControl,
  flag: FlagControl,
  day: DayControl,
  polygon: PolygonControl,
  ownData: OwnDataControl,
  model: ModelControl,
  closing: ClosingControl,
  text: TextControl,
  texts: TextsControl,
  group: GroupControl,
  json: JsonControl,
};

interface FieldViewProps {
  readonly field: Field;
  /** JSON pointer of the member, "/bandSeconds". */
  readonly pointer: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly errorOf: (pointer: string) => ReactNode;
}

/** A member of an input with the control of its kind. */
export function FieldView({ field: { name, schema }, pointer, value, onChange, errorOf }: FieldViewProps) {
  const names = useNames();
  const kind = kindOf(schema);
  const Control = CONTROLS[kind];
  const help = names.help(name);
  return (
    <div data-field={pointer} data-short={isTime(schema) ? true : undefined}>
      <HelpOfService value={help === undefined}>
        <Suspense>
          <Control
            label={kind === 'number' ? names.typed(name) : names.field(name)}
            help={help ?? schema.description}
            schema={schema}
            value={value}
            onChange={onChange}
            error={errorOf(pointer)}
          />
        </Suspense>
      </HelpOfService>
    </div>
  );
}

/** Times of day are short: two stand beside each other. */
const isTime = ({ pattern }: Schema): boolean => pattern?.includes(':[0-5]') === true;

/** An object with members of its own, such as the parts of an address. */
function GroupControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const change = (name: string, next: unknown) => {
    const { [name]: _, ...others } = given;
    const all = next === undefined ? others : { ...others, [name]: next };
    onChange(Object.keys(all).length === 0 ? undefined : all);
  };
  return (
    <fieldset className="fieldset stack-tight">
      <legend className="field-head">
        <span className="label">{label}</span>
        <Help label={label} help={help} />
      </legend>
      <FieldFault>{error}</FieldFault>
      <div className="group">
        {fieldsOf(schema).map((field) => (
          <FieldView
            key={field.name}
            field={field}
            pointer={`/${label}/${field.name}`}
            value={given[field.name]}
            onChange={(next) => change(field.name, next)}
            errorOf={() => undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}
