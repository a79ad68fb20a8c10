export { costsToPlaces, type RoadsidePlace } from './costsToPlaces.ts';
