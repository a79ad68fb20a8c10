import type { AnswerOfSubject, Subject } from '@hinterland/contract';
import type { Actor } from '../../kit/who.ts';
import { isMatched } from '../datasets/reasons.ts';
import type { SubjectRow } from './store.ts';

/** Whether a member may change what another one saved: who saved it, admins and owners may. */
export const mayChange = ({ user, role }: Pick<Actor, 'user' | 'role'>, authorId: number): boolean =>
  user.id === authorId || role !== 'member';

/** A subject as answers have it. */
export function present(caller: Actor, row: SubjectRow, answers: readonly AnswerOfSubject[]): Subject {
  const { content } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    territoryId: row.territory_id,
    lat: row.lat,
    lng: row.lng,
    address: content.address ?? null,
    fields: content.fields ?? {},
    places: content.places ?? null,
    dataset:
      row.dataset_id === null
        ? null
        : {
            id: row.dataset_id,
            name: row.dataset_name ?? '',
            rows: row.dataset_rows ?? 0,
            matched: Object.entries(row.dataset_reasons ?? {}).reduce(
              (sum, [reason, count]) => sum + (isMatched(reason) ? count : 0),
              0,
            ),
          },
    candidates: content.candidates ?? [],
    rivals: content.rivals ?? [],
    area: content.area ?? null,
    polygon: content.polygon ?? null,
    author: { id: row.user_id, name: row.user_name },
    mayChange: mayChange(caller, row.user_id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    answers: [...answers],
  };
}
