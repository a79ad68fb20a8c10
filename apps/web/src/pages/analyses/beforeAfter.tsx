import type { OrganizationPath } from '../../api/address.ts';
import '../../styles/studio.css';
import '../../styles/beforeAfter.css';
import { travelOf } from '@hinterland/answers/words';
import { useEffect, useMemo, useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useResource } from '../../api/queries.ts';
import type { Version } from '../../api/types.ts';
import { boxAround } from '../../map/data/drawn.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import { Legend } from '../../map/view/legend.tsx';
import { MapView } from '../../map/view/mapView.tsx';
import { syncCameras } from '../../map/view/syncCameras.ts';
import { useText, useWords } from '../../text/index.ts';
import { Joined } from '../../ui/pointed.tsx';
import { type AskedAction, askable } from '../studio/question.ts';
import { type TerritoryMap, territoryOf, useMaps } from '../studio/useMaps.ts';
import { hasFeatures, inBoth, useVersionDrawn } from './useVersionDrawn.ts';

interface BeforeAfterProps {
  /** Path of the organization. */
  readonly home: OrganizationPath;
  readonly code: string;
  readonly before: Version;
  readonly after: Version;
}

/** Two versions on two maps that move together, one over the other, with a slider between them. */
export default function BeforeAfter(props: BeforeAfterProps) {
  const actions = useResource('/actions');
  const analysis = useResource(`${props.home}/analyses/${props.code}`);
  const maps = useMaps();
  const asked = useMemo(() => askable(actions.data?.data ?? []), [actions.data]);
  // The map is an addition: without it the tables say all there is.
  if (actions.data === undefined || analysis.data === undefined || maps.data === undefined) return null;
  return (
    <Joined>
      <Maps {...props} actions={asked} maps={maps.data} roads={analysis.data.currentData.territory} />
    </Joined>
  );
}

interface MapsProps extends BeforeAfterProps {
  readonly actions: readonly AskedAction[];
  readonly maps: readonly TerritoryMap[];
  /** Version of the roads in force. */
  readonly roads: string | undefined;
}

function Maps({ home, before, after, actions, maps, roads }: MapsProps) {
  const { say } = useText();
  const words = useWords();
  const hasArea = [before, after].every(({ dataVersion }) => dataVersion.territory === roads);
  const one = useVersionDrawn(home, actions, before, hasArea);
  const other = useVersionDrawn(home, actions, after, hasArea);
  const left = useMemo(() => inBoth(one.drawn, other.drawn), [one.drawn, other.drawn]);
  const right = useMemo(() => inBoth(other.drawn, one.drawn), [one.drawn, other.drawn]);
  const map = territoryOf(maps, after.input.territory === undefined ? other.places : [], String(after.input.territory));
  const fit = useMemo(
    () => boxAround([left, right].flatMap(({ area, shapes, points }) => [...area, ...shapes, ...points])),
    [left, right],
  );
  const [first, setFirst] = useState<TheMap | null>(null);
  const [second, setSecond] = useState<TheMap | null>(null);
  const [share, setShare] = useState(0.5);
  useEffect(() => {
    if (first !== null && second !== null) syncCameras(first, second);
  }, [first, second]);
  if (map === undefined || !hasFeatures(left)) return null;
  const common = { ...STILL, description: map, camera: beginOf(map), pins: [], selected: null };
  // One legend tells of both maps, unless people travel otherwise or farther on one of them.
  const [told, toldOther] = [one.area, other.area].map(
    (area) =>
      area &&
      JSON.stringify([
        words.title(travelOf(area.method)),
        area.bands.map(({ limitSeconds, limitMeters }) => [limitSeconds, limitMeters]),
      ]),
  );
  const sameLegend = told === undefined || toldOther === undefined || told === toldOther;
  const nameOf = ({ versionNo }: Version) => say('history.number', { no: versionNo });
  const labelOf = (version: Version) => `${nameOf(version)}: ${say('studio.map.label', { territory: map.name })}`;
  return (
    <div className="card-body stack-tight" data-before-after={share}>
      <div className="before-after">
        <MapView {...common} label={labelOf(before)} drawn={left} fit={fit} onMap={setFirst} />
        <div className="before-after-upper" style={{ clipPath: `inset(0 0 0 ${share * 100}%)` }}>
          <MapView {...common} label={labelOf(after)} drawn={right} fit={null} onMap={setSecond} />
        </div>
        <p className="before-after-name" data-side="before" aria-hidden="true">
          {nameOf(before)}
        </p>
        <p className="before-after-name" data-side="after" aria-hidden="true">
          {nameOf(after)}
        </p>
        <Slider
          className="before-after-slider"
          aria-label={say('history.slider', { before: nameOf(before), after: nameOf(after) })}
          minValue={0}
          maxValue={1}
          step={0.01}
          formatOptions={{ style: 'percent' }}
          value={share}
          onChange={setShare}
        >
          <SliderTrack className="before-after-track">
            <SliderThumb className="before-after-thumb" />
          </SliderTrack>
        </Slider>
      </div>
      <div className="before-after-legend">
        {sameLegend ? (
          <Legend area={other.area ?? one.area} drawn={right} pins={[]} />
        ) : (
          <>
            <Legend title={nameOf(before)} area={one.area} drawn={left} pins={[]} />
            <Legend title={nameOf(after)} area={other.area} drawn={right} pins={[]} />
          </>
        )}
      </div>
      {!hasArea && <p className="soft small">{say('history.otherRoads')}</p>}
    </div>
  );
}

const beginOf = ({ center: [lng, lat, zoom] }: TerritoryMap) => ({ lng, lat, zoom });

const STILL = { onClick: () => {}, onMovePin: () => {}, onCamera: () => {} };
