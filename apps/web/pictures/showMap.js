import '@fontsource-variable/ibm-plex-sans';
import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { mapStyle } from '../src/map/style/mapStyle.ts';

// Shows the territory of the address: /pictures/map.html?lng=…&lat=…&zoom=…&theme=night
const asked = new URLSearchParams(location.search);
const description = await (await fetch('/tiles')).json();
setWorkerUrl(workerUrl);
const container = document.getElementById('map');
const map = new MapLibre({
  container,
  style: mapStyle(description, asked.get('theme') ?? 'day', location.origin),
  center: [Number(asked.get('lng')), Number(asked.get('lat'))],
  zoom: Number(asked.get('zoom')),
  fadeDuration: 0,
  attributionControl: { compact: false },
});
map.on('error', ({ error }) => {
  throw error;
});
map.on('idle', () => container.setAttribute('data-map-state', 'idle'));
