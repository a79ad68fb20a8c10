export { serviceDays, typicalDay } from './serviceDays.ts';
export { serviceHours } from './serviceHours.ts';
export { timetableOf } from './timetable.ts';
export { searchWindow } from './window.ts';
