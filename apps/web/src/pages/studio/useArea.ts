import type { ActionResult } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import { useDebounced } from '../../ui/useDebounced.ts';
import { type AskedAction, effectiveFields, givenOf, inputOf, missingIn, type Question } from './question.ts';

/** The action that draws areas. In the web app it is free. */
export const DRAWING = 'analysis.isochrone';

const PAUSE_MILLISECONDS = 120;
/** Places that an area takes. */
export const PLACES_MAX = 50;

/** What is drawn for a question: the reach of its places, or the minutes that a question on a network has; null for nothing. */
function drawingOf(
  drawing: AskedAction,
  asked: AskedAction | null,
  question: Question,
): Record<string, unknown> | null {
  if (question.places.length === 0 || question.places.length > PLACES_MAX) return null;
  const action = asked ?? drawing;
  const fields = effectiveFields(action, question);
  if (!fields.some(({ name }) => name === action.subject)) return null;
  const minutes = fields.find(({ name }) => name === 'minutes');
  const hasReach = fields.some(({ name }) => drawing.alternatives.flat().includes(name));
  if (!hasReach && minutes === undefined) return null;
  const given = minutes === undefined ? undefined : givenOf(action, minutes, question);
  if (minutes !== undefined && typeof given !== 'number') return null;
  const reach =
    typeof given === 'number'
      ? { chosen: ['bandSeconds'], values: { bandSeconds: [Math.round(given * 60)] } }
      : { values: {} };
  // The map needs no own figures, and one mode of several: the others lie on it when they are compared. Without the comparison a departure
  // is that of cars.
  const { ownData: _, compareModes, departure, ...rest }: Question['values'] = { ...question.values, ...reach.values };
  const isOfRides = compareModes === true && rest.mode !== 'transit';
  const values = departure === undefined || isOfRides ? rest : { ...rest, departure };
  const drawn = { ...question, ...reach, values };
  return missingIn(drawing, drawn).length > 0 ? null : inputOf(drawing, drawn);
}

/**
 * The area around the places, drawn anew as the question changes. A call that is no longer wanted is cut off. `isDrawing` says that
 * the result belongs to the question before, also while a call waits for the connection.
 */
export function useArea(
  path: OrganizationPath,
  drawing: AskedAction | undefined,
  asked: AskedAction | null,
  question: Question,
) {
  const wanted = drawing === undefined ? null : JSON.stringify(drawingOf(drawing, asked, question));
  const body = useDebounced(wanted, PAUSE_MILLISECONDS);
  const isAsked = body !== null && body !== 'null';
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['area', path, body],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      request(`${path}/actions/${DRAWING}/execute`, {
        method: 'POST',
        body: { ...JSON.parse(body as string), quotedCredits: 0 },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  });
  const result = isAsked && wanted !== 'null' && error === null ? data?.result : undefined;
  return { result, error: isAsked ? error : null, isDrawing: isFetching || isPlaceholderData || wanted !== body };
}

export type Area = ActionResult<'analysis.isochrone'>;
