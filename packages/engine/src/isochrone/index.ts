export { type Detail, type Isochrone, isochrones } from './isochrone.ts';
