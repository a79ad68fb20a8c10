export { rideTimes } from './rides.ts';
export { serviceDays, typicalDay } from './serviceDays.ts';
export { serviceHours } from './serviceHours.ts';
export { type Timetable, timetableOf } from './timetable.ts';
export { searchWindow } from './window.ts';
