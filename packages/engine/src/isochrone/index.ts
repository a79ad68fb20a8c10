export { type Isochrone, isochrones } from './isochrone.ts';
