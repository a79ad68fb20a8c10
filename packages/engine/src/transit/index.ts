export { serviceDays, typicalDay } from './serviceDays.ts';
export { timetableOf } from './timetable.ts';
