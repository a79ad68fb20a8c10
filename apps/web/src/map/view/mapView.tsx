import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/index.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { usePointing } from '../../ui/pointed.tsx';
import { type Box, type Drawn, layerCounts } from '../data/drawn.ts';
import type { MapDescription } from '../style/mapStyle.ts';
import { type Camera, createMap, type Listeners, type TheMap } from './createMap.ts';
import type { Pin } from './pins.ts';
import { useTheme } from './useTheme.ts';

interface MapViewProps extends Omit<Listeners, 'onPoint'> {
  readonly label: string;
  readonly description: MapDescription;
  /** Where the map begins. */
  readonly camera: Camera;
  readonly drawn: Drawn;
  readonly pins: readonly Pin[];
  /** Joint of the feature or place that is selected. */
  readonly selected: string | null;
  /** Whether the map moves to what is selected where it is out of sight. */
  readonly reveals?: boolean;
  /** Box to be seen; the map moves when it changes. */
  readonly fit: Box | null;
  /** Called with the map when it is made, and with null when it is removed. */
  readonly onMap?: (map: TheMap | null) => void;
}

/** The map of a territory with data on it. A new description makes a new map. */
export const MapView = (props: MapViewProps) => (
  <Boundary what="map" resetOn={props.description}>
    <DrawnMap {...props} />
  </Boundary>
);

function DrawnMap({
  label,
  description,
  camera,
  drawn,
  pins,
  selected,
  reveals = true,
  fit,
  onMap,
  ...rest
}: MapViewProps) {
  const { say } = useText();
  const theme = useTheme();
  const { pointed, point } = usePointing();
  const listeners: Listeners = { ...rest, onPoint: point };
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TheMap | null>(null);
  const heard = useRef<Listeners>(listeners);
  const given = useRef(onMap);
  const begin = useRef({ camera, theme, say, label });
  useEffect(() => {
    heard.current = listeners;
  });

  useEffect(() => {
    const { camera, theme, say, label } = begin.current;
    const made = createMap({
      container: container.current as HTMLElement,
      description,
      theme,
      camera,
      locale: {
        'Map.Title': label,
        'NavigationControl.ZoomIn': say('studio.map.zoomIn'),
        'NavigationControl.ZoomOut': say('studio.map.zoomOut'),
        'AttributionControl.ToggleAttribution': say('studio.map.sources'),
      },
      listeners: {
        onClick: (place) => heard.current.onClick(place),
        onMovePin: (index, place) => heard.current.onMovePin(index, place),
        onPoint: (joint) => heard.current.onPoint(joint),
        onCamera: (camera) => heard.current.onCamera(camera),
      },
    });
    setMap(made);
    given.current?.(made);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(container.current as HTMLElement);
    return () => {
      observer.disconnect();
      made.remove();
      setMap(null);
      given.current?.(null);
    };
  }, [description]);

  useEffect(() => map?.setTheme(theme), [map, theme]);
  useEffect(() => map?.show(drawn), [map, drawn]);
  useEffect(() => map?.showPins(pins), [map, pins]);
  useEffect(() => map?.mark(pointed ?? selected), [map, pointed, selected]);
  useEffect(() => {
    if (selected !== null && reveals) map?.reveal(selected);
  }, [map, selected, reveals]);
  useEffect(() => {
    if (fit !== null) map?.fit(fit);
  }, [map, fit]);

  return (
    <div
      ref={container}
      className="map"
      role="application"
      aria-label={label}
      data-layers={layerCounts(drawn, pins.filter(({ state }) => state !== 'corner').length)}
    />
  );
}
